package org.sovereignbook.sbp.cli.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.society.sessions.TurnState;

/** How a conversation is shown to a person. */
class TurnWordsTest {
  @TempDir private Path folder;

  @Test
  void aTurnThatAPersonEndedIsInterruptedOnce() {
    assertThat(TurnWords.ended(TurnState.ABORTED, Optional.of("aborted"))).isEqualTo("interrupted");
    assertThat(TurnWords.ended(TurnState.ABORTED, Optional.of("the owner left")))
        .isEqualTo("interrupted: the owner left");
    assertThat(TurnWords.ended(TurnState.FAILED, Optional.of("no model")))
        .isEqualTo("failed: no model");
    assertThat(TurnWords.reason("aborted")).isEqualTo("interrupted");
  }

  @Test
  void aMessageThatWaitsIsShownAndALongResultIsCut() {
    CliTest cli = CliTest.in(folder);
    assertThat(cli.run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    cli.workingIn(folder.resolve("node"));
    for (int i = 0; i < 8; i++) {
      assertThat(cli.run("task", "add", "a task with a title that is rather long, " + i).exit())
          .isEqualTo(ExitCode.DONE);
    }
    assertThat(cli.run("chat", "which tasks are open?").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("session", "send", "main", "and which is the first?").out())
        .contains("queued", "nothing runs that answers:  sbp up");

    CliTest.Ran shown = cli.run("session", "show", "main");

    assertThat(shown.out()).contains("waits: ", "and which is the first?", "all of it: --json");
    assertThat(cli.run("session", "show", "main", "--json").json().array("waiting")).isPresent();
  }

  @Test
  void aWrongCommandInAChatIsAnsweredByTheNearest() {
    assertThat(SlashCommand.of("/exit").orElseThrow().unknown()).contains("did you mean /quit?");
    assertThat(SlashCommand.of("/tre").orElseThrow().unknown()).contains("did you mean /tree?");
    assertThat(SlashCommand.of("/xylophone").orElseThrow().unknown())
        .isEqualTo("there is no such command: /xylophone  (/help lists them)");
  }
}
