package org.sovereignbook.sbp.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
  private static final Plan SMALL = Plan.of(3, 7, 1);

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void nodesKeepTheirPromisesUnderEveryFaultAndConvergeAfterwards(long seed) {
    Simulation.Outcome outcome = Simulation.run(Plan.of(6, seed, 2));

    assertThat(outcome.violations()).as(outcome.plan().command()).isEmpty();
    assertThat(outcome.counts().get("answers 202")).isGreaterThan(100);
    assertThat(outcome.checks()).containsKey("nothing acknowledged is lost before it was handled");
  }

  @Test
  void theSamePlanGivesTheSameTraceTwice() {
    assertThat(Simulation.run(SMALL).hash()).isEqualTo(Simulation.run(SMALL).hash());
  }

  @Test
  void theSamePlanGivesTheSameTraceInAnotherProcess() throws Exception {
    String there =
        output(
            "--nodes",
            "" + SMALL.nodes(),
            "--days",
            "" + SMALL.days(),
            "--seed",
            "" + SMALL.seed());

    assertThat(there).contains("trace " + Simulation.run(SMALL).hash());
  }

  @Test
  void anotherSeedGivesAnotherTrace() {
    assertThat(Simulation.run(Plan.of(2, 1, 1)).hash())
        .isNotEqualTo(Simulation.run(Plan.of(2, 2, 1)).hash());
  }

  @Test
  void withoutFaultsThereIsNone() {
    Plan calm = new Plan(3, 1, 1, Set.of());

    Simulation.Outcome outcome = Simulation.run(calm);

    assertThat(outcome.faults()).isEqualTo(new EnumMap<FaultKind, Integer>(FaultKind.class));
    assertThat(outcome.violations()).isEmpty();
  }

  private static String output(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                NetworkTrial.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    byte[] said = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return new String(said, StandardCharsets.UTF_8);
  }
}
