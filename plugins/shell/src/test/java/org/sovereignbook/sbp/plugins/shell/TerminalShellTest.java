package org.sovereignbook.sbp.plugins.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** The shell at a terminal that a test types into. */
class TerminalShellTest {
  @TempDir Path folder;
  private final Map<String, String> environment = new TreeMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String type(String keys) throws IOException {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    environment.put("HOME", folder.toString());
    try (Terminal terminal =
        TerminalBuilder.builder()
            .system(false)
            .type("xterm")
            .streams(new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)), screen)
            .size(Size.of(100, 30))
            .build()) {
      PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
      assertThat(TerminalShell.run(terminal, CommandLines.session(folder, environment, printer)))
          .isEqualTo(ExitCode.DONE);
    }
    return screen.toString(StandardCharsets.UTF_8);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void tabCompletesAndEnterRuns() throws IOException {
    type("verif\t--he\t\rexit\r");

    assertThat(printed()).contains("Usage: sbp verify");
  }

  @Test
  void ctrlDLeavesAndTheEndOfTheInputToo() throws IOException {
    type("\u0004peers --help\r");
    assertThat(printed()).isEmpty();

    type("peers --help\r");
    assertThat(printed()).contains("Usage: sbp peers");
  }

  @Test
  void thePromptIsColouredUnlessTheUserWantsNone() throws IOException {
    assertThat(type("\u0004")).contains("\u001b[32msbp");

    environment.put("NO_COLOR", "1");
    assertThat(type("\u0004")).doesNotContain("\u001b[32m").contains("sbp> ");
  }

  @Test
  void aFailureShowsInThePrompt() throws IOException {
    environment.put("NO_COLOR", "1");

    assertThat(type("nonsense\r\u0004")).contains("[2] sbp> ");
  }

  @Test
  void theHistoryIsKeptForItsOwnerAlone() throws IOException {
    type("peers --help\r secret\rhistory\r\u0004");
    Path file = folder.resolve(".local/state/sbp/shell-history");

    assertThat(Files.readString(file)).contains("peers --help").doesNotContain("secret");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    assertThat(printed()).contains("1  peers --help");
  }

  @Test
  void aHistoryThatOthersCouldReadIsClosedToThem() throws IOException {
    environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
    Path file = folder.resolve("state/sbp/shell-history");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    type("\u0004");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void withoutAFolderForItThereIsNoHistoryAndStillAShell() throws IOException {
    Files.writeString(folder.resolve("file"), "");
    environment.put("XDG_STATE_HOME", folder.resolve("file").toString());

    type("peers --help\r\u0004");

    assertThat(printed()).contains("Usage: sbp peers");
  }
}
