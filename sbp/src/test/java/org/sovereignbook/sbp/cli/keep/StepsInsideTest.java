package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

class StepsInsideTest {
  @TempDir Path folder;
  private Path node;
  private CliTest sbp;

  @BeforeEach
  void makeNode() {
    node = folder.resolve("node");
    sbp =
        CliTest.in(folder)
            .with("SBP", folder.resolve("nothing").toString())
            .with(StepsInside.VARIABLE, "1");
    assertThat(sbp.run("init", node.toString(), "--local", "--llm", "builtin").exit())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void aTickRunsItsStepsWithoutAnyProcess() throws IOException {
    Files.writeString(node.resolve("runtime/drafts/rain.md"), "# Rain\n\nIt rains.\n");

    CliTest.Ran tick = sbp.run("tick", "--home", node.toString());

    assertThat(tick.exit()).as(tick.out() + tick.err()).isEqualTo(ExitCode.DONE);
    assertThat(tick.out()).contains("author: done", "maintenance: done");
  }

  @Test
  void aStepOfTheOwnersRunsAsEver() throws IOException {
    Files.writeString(
        node.resolve("runtime/scripts/maintenance"), "#!/bin/sh\n: >own-step\nexit 3\n");

    CliTest.Ran tick = sbp.run("tick", "--home", node.toString());

    assertThat(tick.exit()).as(tick.out() + tick.err()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(node.resolve("own-step")).exists();
  }
}
