package org.sovereignbook.sbp.testkit.simulation;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code scripts/trials run network -- [--nodes N] [--days D] [--seed S] [--seeds COUNT] [--faults
 * A,B|none]}: simulates networks and says what it saw. The last of repeated options counts. A
 * failing network is made smaller, and the last line is the command that repeats it. Exit code 0:
 * all promises held; 1: one did not; 2: the command line is wrong.
 */
public final class NetworkTrial {
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int MAX_TOLD = 10;

  private final PrintStream out;
  private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Long> checks = new TreeMap<>();

  private NetworkTrial(PrintStream out) {
    this.out = out;
  }

  /** Wishes of the command line. */
  private record Asked(int nodes, int days, long seed, int seeds, Set<FaultKind> faults) {
    static Asked of(List<String> words) {
      Asked asked = new Asked(10, 3, 1, 1, EnumSet.allOf(FaultKind.class));
      for (int i = 0; i < words.size(); i += 2) {
        if (i + 1 == words.size()) {
          throw new IllegalArgumentException(words.get(i) + " needs a value");
        }
        asked = asked.with(words.get(i), words.get(i + 1));
      }
      return asked;
    }

    private Asked with(String option, String value) {
      return switch (option) {
        case "--nodes" -> new Asked(Integer.parseInt(value), days, seed, seeds, faults);
        case "--days" -> new Asked(nodes, Integer.parseInt(value), seed, seeds, faults);
        case "--seed" -> new Asked(nodes, days, Long.parseLong(value), 1, faults);
        case "--seeds" -> new Asked(nodes, days, seed, Integer.parseInt(value), faults);
        case "--faults" -> new Asked(nodes, days, seed, seeds, kinds(value));
        default -> throw new IllegalArgumentException("no option " + option);
      };
    }

    private static Set<FaultKind> kinds(String value) {
      Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
      if (!value.equals("none")) {
        Arrays.stream(value.split(",")).map(FaultKind::valueOf).forEach(kinds::add);
      }
      return kinds;
    }
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try {
      System.exit(new NetworkTrial(out).run(Asked.of(List.of(arguments))) ? 0 : FAILED);
    } catch (IllegalArgumentException e) {
      System.err.println(
          "network: "
              + e.getMessage()
              + "; usage: [--nodes N] [--days D] [--seed S] [--seeds COUNT] [--faults A,B|none]");
      System.exit(USAGE);
    }
  }

  private boolean run(Asked asked) {
    List<Simulation.Outcome> failed = new ArrayList<>();
    for (long seed = asked.seed(); seed < asked.seed() + asked.seeds(); seed++) {
      Plan plan = new Plan(asked.nodes(), seed, asked.days(), asked.faults());
      long start = System.nanoTime();
      Simulation.Outcome outcome = Simulation.run(plan);
      add(outcome);
      out.printf(
          "seed %d: %s, %d ms, trace %s%n",
          seed,
          outcome.violations().isEmpty() ? "all held" : outcome.violations().size() + " violations",
          (System.nanoTime() - start) / 1_000_000,
          outcome.hash());
      outcome.violations().stream().limit(MAX_TOLD).forEach(one -> out.println("  " + one));
      outcome.lastLines().forEach(out::println);
      if (!outcome.violations().isEmpty()) {
        failed.add(outcome);
      }
    }
    out.println("faults: " + faults);
    out.println("seen: " + counts);
    out.println("checks: " + checks);
    failed.stream().limit(1).forEach(this::tellSmaller);
    return failed.isEmpty();
  }

  private void add(Simulation.Outcome outcome) {
    outcome.faults().forEach((kind, count) -> faults.merge(kind, count, Integer::sum));
    outcome.counts().forEach((what, count) -> counts.merge(what, count, Long::sum));
    outcome.checks().forEach((what, count) -> checks.merge(what, count, Long::sum));
  }

  private void tellSmaller(Simulation.Outcome failed) {
    out.println("repeat: " + failed.plan().command());
    Simulation.Outcome smaller = Shrinking.of(failed);
    smaller.violations().stream().limit(MAX_TOLD).forEach(one -> out.println("  " + one));
    out.println("smaller: " + smaller.plan().command());
  }
}
