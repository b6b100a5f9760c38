package org.sovereignbook.sbp.plugins.acp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** Registration of a node's agent in editors. */
class AcpInstallTest {
  @TempDir Path folder;
  private CliTest node;

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    node = CliTest.in(folder.resolve("node")).with("HOME", folder.toString());
  }

  @Test
  void theRestOfTheFileAndItsModeAreKept() throws IOException {
    Path file = folder.resolve(".config/zed/settings.json");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        // mine
        {
          "theme": "One Dark", // dark
          "agent_servers": {"other": {"command": "x"}},
        }
        """);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(node.run("acp", "install", "zed").exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file))
        .contains("// mine", "\"One Dark\", // dark", "\"other\"", "\"sbp\"", "\"custom\"", "acp");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
    assertThat(node.run("acp", "install", "zed").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    try (var beside = Files.list(file.getParent())) {
      assertThat(beside).anyMatch(each -> each.toString().contains(".before-sbp-"));
    }
  }

  @Test
  void printChangesNothing() {
    CliTest.Ran shown = node.run("acp", "install", "jetbrains", "--print");
    assertThat(shown.exit()).isEqualTo(ExitCode.DONE);
    assertThat(shown.out()).contains("agent_servers", "--home");
    assertThat(folder.resolve(".jetbrains")).doesNotExist();
    assertThat(node.run("acp", "install", "jetbrains").exit()).isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve(".jetbrains/acp.json")).exists();
  }

  @Test
  void variablesThatTheUserHasSetStay() throws IOException {
    Path file = folder.resolve(".jetbrains/acp.json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{\"agent_servers\": {\"sbp\": {\"env\": {\"A\": \"b\"}}}}");
    assertThat(node.run("acp", "install", "jetbrains").exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).contains("\"A\": \"b\"", "--home");
  }

  @Test
  void aFileThatCannotBeEditedStaysAsItIs() throws IOException {
    Path file = folder.resolve(".jetbrains/acp.json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{\"agent_servers\": []}");
    CliTest.Ran refused = node.run("acp", "install", "jetbrains");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("--print");
    assertThat(Files.readString(file)).isEqualTo("{\"agent_servers\": []}");
  }

  @Test
  void aClosedInputEndsTheCommandWithoutOutput() {
    CliTest.Ran ran = node.run("acp");
    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).isEmpty();
    assertThat(node.run("acp", "--persona", "nobody").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }
}
