package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp team show} and {@code sbp team run} on a team that cannot begin. */
class TeamShowTest {
  @Test
  void showSaysOfABackendThatThereIsNotWhatRunSays(@TempDir Path folder) throws IOException {
    TestNode _ = TestNode.in(folder);
    Files.writeString(
        folder.resolve("team.yaml"),
        """
        llm:
          provider: cluade
        agents:
          - id: worker-1
            role: "Writes."
        """);
    CliTest cli = CliTest.in(folder);

    CliTest.Ran run = cli.run("team", "run", "write");
    CliTest.Ran show = cli.run("team", "show");

    assertThat(run.exit()).isEqualTo(ExitCode.REFUSED);
    String reason = run.err().lines().findFirst().orElseThrow().replaceFirst("sbp: ", "");
    assertThat(reason).contains("cluade");
    assertThat(show.exit()).isEqualTo(ExitCode.DONE);
    assertThat(show.err()).contains("sbp team run will refuse this: " + reason);
    assertThat(cli.run("team", "show", "--json").json().string("problem")).contains(reason);
  }

  @Test
  void showTakesTheSeedsOwnFileAndNamesWhatHasNoEffectThere(@TempDir Path folder)
      throws IOException {
    TestNode _ = TestNode.in(folder);
    try (InputStream seed =
        TeamShowTest.class.getResourceAsStream("/org/sovereignbook/sbp/plugins/team/agents.yaml")) {
      Files.copy(Objects.requireNonNull(seed), folder.resolve("agents.yaml"));
    }
    CliTest cli = CliTest.in(folder);

    CliTest.Ran show = cli.run("team", "show", "agents.yaml");

    assertThat(show.exit()).isEqualTo(ExitCode.DONE);
    assertThat(show.out())
        .contains("memory.backend", "agents.yaml:7", "agents.planner.wallet", "agents.yaml:34");
    assertThat(show.err())
        .contains("agents.yaml:13:3: reputation.peer_review_agents: reviewer is no agent")
        .contains("skills/planning.md is missing: planner works without this skill");
    assertThat(cli.run("team", "show", "agents.yaml", "--file", "agents.yaml").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(cli.run("team", "show", "--json").json().string("file").orElse(""))
        .as("without team.yaml it is the node's team")
        .endsWith("agents.yaml");
  }
}
