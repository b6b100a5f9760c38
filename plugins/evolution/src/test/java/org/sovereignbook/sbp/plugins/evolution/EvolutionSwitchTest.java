package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** A node whose owner has switched evolution off, and on again. */
class EvolutionSwitchTest {
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

  private void off(String... names) {
    team.node.configure(
        JsonObject.empty()
            .with("features", JsonObject.empty().with("off", JsonArray.ofStrings(List.of(names)))));
  }

  private Optional<EvolutionChange> newest() {
    return team.ledger.read(tx -> Evolution.in(tx).newest(team.builder()));
  }

  @Test
  void whileItIsOffNoChangeBeginsAndAgentsAreRatedAsEver() {
    off("evolution");
    team.failing(1000, 2);
    assertThat(newest()).isEmpty();

    off();
    team.failing(1100, 1);
    assertThat(newest()).isPresent();
  }

  @Test
  void itsCommandIsRefusedAndThoseOfTheTeamWork() throws Exception {
    Path home = team.node.home().root();
    Files.copy(team.files.file(), home.resolve("team.yaml"));
    CliTest cli = CliTest.in(home);
    assertThat(cli.run("plugin", "off", "evolution").exit()).isEqualTo(ExitCode.DONE);

    CliTest.Ran evolve = cli.run("team", "evolve", "builder");
    assertThat(evolve.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(evolve.err()).contains("the feature evolution is off in this node");
    assertThat(cli.run("team", "scores", "--export", folder.resolve("out").toString()).exit())
        .isNotEqualTo(ExitCode.FAILED);
    assertThat(folder.resolve("out/score_log.jsonl")).exists();
    assertThat(folder.resolve("out/evolution_log.jsonl")).doesNotExist();

    assertThat(cli.run("plugin", "on", "evolution").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("team", "evolve", "builder").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }
}
