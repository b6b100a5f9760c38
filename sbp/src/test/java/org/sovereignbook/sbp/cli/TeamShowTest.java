package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
}
