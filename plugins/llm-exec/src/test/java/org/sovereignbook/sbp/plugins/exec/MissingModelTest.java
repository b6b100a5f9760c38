package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;

/** A team whose model has no program is refused before a member starts. */
class MissingModelTest {
  @TempDir Path folder;

  private Sbp.Ran run(String command) throws Exception {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedExec.into(plugins.resolve("llm-exec.jar"));
    Sbp sbp = Sbp.in(folder).with("SBP_BUNDLED_PLUGINS", plugins);
    Path home = folder.resolve("node");
    assertThat(sbp.run("init", home.toString(), "--local").exit()).isEqualTo(ExitCode.DONE);
    Files.writeString(
        home.resolve("team.yaml"),
        """
        llm: {provider: exec}
        agents:
          - {id: planner, role: Plans., llm: {command: [%s]}}
        """
            .formatted(command));
    return sbp.run("team", "run", "look around", "--home", home.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-model", "/no/such/model", "bin/model"})
  void theMemberAndTheMissingProgramAreNamedAndNothingStarts(String command) throws Exception {
    Sbp.Ran ran = run(command);

    assertThat(ran.exit().isFailure()).isTrue();
    assertThat(ran.err()).contains("planner", command).doesNotContain("restart");
    assertThat(ran.out()).doesNotContain("at work");
    NodeHome home = new NodeHome(folder.resolve("node"));
    assertThat(NodeLock.team(home)).doesNotExist();
  }
}
