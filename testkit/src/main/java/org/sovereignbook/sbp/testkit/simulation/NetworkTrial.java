package org.sovereignbook.sbp.testkit.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code scripts/trials run network}. */
final class NetworkTrial {
  private NetworkTrial() {}

  public static void main(String[] arguments) throws IOException {
    Plan plan = Plan.of(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
    Path folder = Files.createTempDirectory("sbp-simulation-");
    long start = System.nanoTime();
    World.Outcome outcome = World.run(plan, folder);
    System.out.println(outcome.hash() + " in " + (System.nanoTime() - start) / 1_000_000 + " ms");
    System.out.println(outcome.faults());
    System.out.println(outcome.counts());
    System.out.println(outcome.checks());
    outcome.violations().stream().limit(5).forEach(System.out::println);
    System.out.println(outcome.violations().size() + " violations");
    outcome.lastLines().forEach(System.out::println);
  }
}
