package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other models of a bad worker, in the files of its team. */
class ModelChangeTest {
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

  @Test
  void anotherModelIsProposedWrittenOnConsentAndTakenBack() throws Exception {
    team.twoPromptsRefuted();
    assertThat(team.change().path()).isEqualTo(EvolutionChange.Path.MODEL);
    byte[] before = Files.readAllBytes(team.files.file());

    assertThat(team.steps()).contains("waits for you");
    assertThat(team.change().content().after().flatMap(ChangeProposal.Setup::model))
        .contains("large");
    assertThat(team.model()).contains("small");

    EvolutionChange proposed = team.change();
    team.adopted(proposed.id());
    team.work().write(team.files.read());
    assertThat(team.model()).contains("large");
    assertThat(Files.readAllBytes(team.files.file())).isEqualTo(before);
    assertThat(team.override("team.override.yaml")).contains("large");

    EvolutionChange kept = team.change();
    team.ledger.run(
        tx -> {
          var _ = Evolution.in(tx).rollBack(kept, "by the owner");
        });
    team.work().write(team.files.read());
    assertThat(team.model()).contains("small");
  }

  @Test
  void fromLevelTwoTheModelChangesByItself() throws Exception {
    team.configure(", autonomy_level: 2");
    team.twoPromptsRefuted();

    assertThat(team.steps()).contains("waits for tasks of builder");
    assertThat(team.change().state()).isEqualTo(EvolutionChange.State.LIVE);
    assertThat(team.model()).contains("large");
  }

  /** A model that answers no better than the one before it. */
  @Test
  void aModelThatIsNoBetterOnLiveTasksIsTakenBack() throws Exception {
    team.configure(", autonomy_level: 2");
    team.twoPromptsRefuted();
    team.steps();
    team.node.clock().advance(Duration.ofMinutes(1));
    team.failing(3000, 20);

    assertThat(team.steps()).contains("the change is rolled_back");

    assertThat(team.model()).contains("small");
    assertThat(team.comparisons()).as("both models answered each task").hasSize(20);
    assertThat(answers("small")).isEqualTo(20);
    assertThat(answers("large")).isEqualTo(20);
    assertThat(team.change().cost().calls()).isEqualTo(60);
  }

  @Test
  void aModelThatIsBetterOnLiveTasksStays() throws Exception {
    team.goodModel = "large";
    team.configure(", autonomy_level: 2");
    team.twoPromptsRefuted();
    team.steps();
    team.node.clock().advance(Duration.ofMinutes(1));
    team.failing(3000, 20);

    assertThat(team.steps()).contains("the change is kept");
    assertThat(team.model()).contains("large");
  }

  private long answers(String model) {
    return team.asked.stream()
        .filter(request -> request.output().schema().isEmpty())
        .filter(request -> EvolvingTeam.model(request).contains(model))
        .count();
  }

  @Test
  void filesOfAChangeThatWasTakenBackWhileTheyWereWrittenAreWrittenAgain() throws Exception {
    team.twoPromptsRefuted();
    team.steps();
    team.adopted(team.change().id());
    EvolutionChange kept = team.change();
    team.work().write(team.files.read());
    team.ledger.run(
        tx -> {
          var _ = Evolution.in(tx).rollBack(kept, "by the owner");
          Evolution.in(tx).written(kept);
        });

    team.work().write(team.files.read());

    assertThat(team.model()).contains("small");
  }

  @Test
  void anOverrideThatWasEditedByHandIsNotRewrittenAndTheOwnerIsAskedAgain() throws Exception {
    team.twoPromptsRefuted();
    team.steps();
    Files.writeString(folder.resolve("team.override.yaml"), "# by hand\nmax_idle_cycles: 7\n");
    team.adopted(team.change().id());
    team.work().write(team.files.read());

    assertThat(team.change().state()).isEqualTo(EvolutionChange.State.PROPOSED);
    assertThat(team.change().content().note()).contains("edited by hand");
    assertThat(team.override("team.override.yaml")).startsWith("# by hand");
  }
}
