package org.sovereignbook.sbp.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final Plan SMALL = Plan.of(3, 7, 1);

  @Test
  void nodesKeepTheirPromisesUnderEveryFaultAndConvergeAfterwards() {
    List<Simulation.Outcome> outcomes =
        Stream.of(1, 2, 3, 4, 5)
            .parallel()
            .map(seed -> Simulation.run(Plan.of(10, seed, 3).ticking(Duration.ofHours(6))))
            .toList();

    assertThat(outcomes)
        .allSatisfy(
            outcome -> {
              assertThat(outcome.violations()).as(outcome.plan().command()).isEmpty();
              assertThat(outcome.counts().get("answers 202")).isGreaterThan(50);
              assertThat(outcome.checks())
                  .containsKey("nothing acknowledged is lost before it was handled");
            });
  }

  @Test
  void theSamePlanGivesTheSameTraceTwiceAndInAnotherProcess() throws Exception {
    Process there = started(SMALL);

    String hash = Simulation.run(SMALL).hash();

    assertThat(Simulation.run(SMALL).hash()).isEqualTo(hash);
    assertThat(output(there)).contains("trace " + hash);
  }

  @Test
  void anotherSeedGivesAnotherTrace() {
    assertThat(Simulation.run(Plan.of(2, 1, 1)).hash())
        .isNotEqualTo(Simulation.run(Plan.of(2, 2, 1)).hash());
  }

  @Test
  void withoutFaultsThereIsNone() {
    Plan calm = new Plan(3, 1, 1, Plan.TICK, Set.of());

    Simulation.Outcome outcome = Simulation.run(calm);

    assertThat(outcome.faults()).isEqualTo(new EnumMap<FaultKind, Integer>(FaultKind.class));
    assertThat(outcome.violations()).isEmpty();
  }

  /** Starts a run of a plan that goes on beside this process. */
  private static Process started(Plan plan) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            NetworkTrial.class.getName(),
            "--nodes",
            Integer.toString(plan.nodes()),
            "--days",
            Integer.toString(plan.days()),
            "--seed",
            Long.toString(plan.seed()))
        .redirectErrorStream(true)
        .start();
  }

  private static String output(Process process) throws IOException, InterruptedException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return said;
  }
}
