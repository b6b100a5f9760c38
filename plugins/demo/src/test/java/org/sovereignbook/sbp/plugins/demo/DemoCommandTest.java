package org.sovereignbook.sbp.plugins.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

class DemoCommandTest {
  @TempDir Path folder;

  @Test
  void aFolderWithoutProfilesIsTheOperatorsSlip() {
    CliTest.Ran ran = CliTest.in(folder).run("demo", "--profiles", "nowhere");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err())
        .contains("--profiles " + folder.resolve("nowhere"), "have no file profiles.txt")
        .contains("as examples/demo has it");
  }

  @Test
  void oneProfileIsNoDemo() throws Exception {
    Files.createDirectories(folder.resolve("one"));
    Files.writeString(folder.resolve("profiles.txt"), "one/ethos.md\n");
    Files.writeString(folder.resolve("one/ethos.md"), "# Ethos\n");

    CliTest.Ran ran = CliTest.in(folder).run("demo", "--profiles", ".");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("the profiles are 1, and a demo needs 2");
  }
}
