package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** The commands of a tick have the environment that the tick itself has, and no other. */
class TickCommandsTest {
  @TempDir Path folder;

  /** Makes a node whose steps are run by this program of the account; it has nothing to do. */
  private CliTest withProgram(String line) throws IOException {
    Path program = folder.resolve("data/sbp/program/bin/sbp");
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\n" + line + "\nexit 3\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    CliTest sbp =
        CliTest.in(Files.createDirectories(folder.resolve("node")))
            .with("XDG_DATA_HOME", folder.resolve("data").toString());
    assertThat(sbp.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    return sbp;
  }

  /**
   * A program in the account's own folder once ran the steps of a node in a test, by the machine's
   * clock, and its maintenance forgot what the test had just remembered by a clock of its own.
   */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the program here is for a POSIX shell")
  void theProgramIsLookedForInTheEnvironmentOfTheTick() throws Exception {
    CliTest sbp = withProgram("echo \"found, HOME=$HOME\"");

    assertThat(sbp.run("tick").out())
        .contains("maintenance: found, HOME=\n")
        .doesNotContain("cannot find the program");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the program here is for a POSIX shell")
  void aPersonIsToldWhatWaitsAndWhenItIsDue() throws Exception {
    CliTest sbp = withProgram("");
    Path node = folder.resolve("node");
    Path item = node.resolve("runtime/outbox/network/2026-03-17T000000Z-1234.json");
    Files.createDirectories(item.getParent());
    Files.writeString(item, "{}");

    assertThat(sbp.run("tick").out()).doesNotContain("waits in the outbox");
    assertThat(sbp.onTerminal().run("tick").out())
        .contains("1 item waits in the outbox; at once:  sbp deliver --now", "next: ", "author in");
  }
}
