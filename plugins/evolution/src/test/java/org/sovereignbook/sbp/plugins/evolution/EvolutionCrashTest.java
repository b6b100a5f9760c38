package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/** A change of a bad worker while processes die. */
class EvolutionCrashTest {
  @TempDir private Path folder;
  private EvolvingTeam team;

  @BeforeEach
  void open() throws Exception {
    team = EvolvingTeam.in(folder);
  }

  @AfterEach
  void close() {
    team.close();
  }

  @ParameterizedTest
  @EnumSource
  void whereverAProcessDiesTheChangeIsTriedAdoptedAndWrittenOnce(CrashPoint.Moment moment)
      throws Exception {
    team.past(50);
    team.failing(1000, 2);
    team.ledger.close();
    int at = 0;
    while (survives(folder.resolve("commit-" + at), CrashPoint.of(at, moment))) {
      at++;
    }
    assertThat(at).as("commits").isGreaterThan(5);
  }

  /** Lets a change live until it is in use. Returns whether the crash came. */
  private boolean survives(Path place, CrashPoint point) throws Exception {
    copy(place);
    team.open(place);
    team.asked.clear();
    CrashingDatabase crashing = new CrashingDatabase(team.database, point);
    stepsUntil(crashing, EvolutionChange.State.TRIAL);
    judged(TrialPair.Part.HELD_OUT, 19);
    judged(TrialPair.Part.CONFIRMATION, 19);
    judged(TrialPair.Part.ANCHOR, 5);
    stepsUntil(crashing, EvolutionChange.State.LIVE);
    team.work().write(team.files.read());

    String where = place.getFileName().toString();
    assertThat(team.trail())
        .as(where)
        .containsOnlyOnce("begun", "proposed", "live")
        .contains("written");
    assertThat(Files.readString(place.resolve("skills/agent_overrides/builder.md")))
        .as(where)
        .containsOnlyOnce(EvolvingTeam.GOOD);
    assertThat(team.ledger.<Integer>read(tx -> Evolution.in(tx).version(team.builder())))
        .isEqualTo(1);
    assertThat(team.ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(team.change())))
        .as(where)
        .hasSize(45)
        .allMatch(pair -> pair.judgedAt().isPresent());
    assertThat(team.asked.size()).as(where + ": one step is repeated at most").isBetween(7, 10);
    assertThat(
            CallLedger.of(team.node.node())
                .spentOn(LocalDate.ofInstant(team.node.clock().instant(), ZoneOffset.UTC))
                .calls())
        .as(where)
        .isEqualTo(team.asked.size());
    team.ledger.close();
    return point.isReached();
  }

  private void stepsUntil(CrashingDatabase crashing, EvolutionChange.State state) throws Exception {
    while (team.change().state() != state) {
      try {
        Ledger its =
            crashing.point().isReached() ? team.ledger : Ledger.open(team.node.node(), crashing);
        Optional<String> later = team.work(its).step(team.files.read(), team.change().id());
        assertThat(later).isEmpty();
      } catch (SimulatedCrash e) {
        assertThat(crashing.point().isReached()).isTrue();
      }
    }
  }

  private void judged(TrialPair.Part part, int most) {
    team.ledger.run(
        tx ->
            Evolution.in(tx).pairs(Evolution.in(tx).open(team.builder()).orElseThrow()).stream()
                .filter(pair -> pair.part() == part)
                .limit(most)
                .forEach(pair -> Evolution.in(tx).judge(pair, 50, 80, 1)));
  }

  private void copy(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path from : all.filter(it -> !it.toString().contains("commit-")).toList()) {
        Files.copy(from, place.resolve(folder.relativize(from).toString()));
      }
    }
  }
}
