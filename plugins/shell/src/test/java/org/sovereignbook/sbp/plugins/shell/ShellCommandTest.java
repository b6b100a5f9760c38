package org.sovereignbook.sbp.plugins.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** {@code sbp shell} without a terminal: a script on standard input. */
class ShellCommandTest {
  @TempDir Path folder;
  private Path node;

  @BeforeEach
  void aNode() {
    CliTest.in(folder).run("init", "n", "--local");
    node = folder.resolve("n");
  }

  private CliTest.Ran shell(String script, String... options) {
    String[] words =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of("shell"), java.util.Arrays.stream(options))
            .toArray(String[]::new);
    return CliTest.in(folder).typing(script).run(words);
  }

  @Test
  void everyLineIsACommandOnTheNode() {
    CliTest.Ran ran = shell("peers\n\n# a comment\nsbp outbox; inbox\n", "--home", "n");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out())
        .contains("no peers yet", "nothing waits for delivery", "nothing waits in the inbox");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void theExitCodeIsThatOfTheLastCommand() {
    assertThat(shell("status\npeers show nobody", "--home", "n").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
    assertThat(shell("peers show nobody\nstatus", "--home", "n").exit()).isEqualTo(ExitCode.DONE);
    assertThat(shell("peers show nobody\nexit\nstatus", "--home", "n").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void withStopItEndsAtTheFirstFailureButNotAtNothingToDo() {
    CliTest.Ran ran = shell("deliver\npeers\nno such\nstatus\n", "--home", "n", "--stop");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.out()).contains("no peers yet").doesNotContain("identity");
  }

  @Test
  void behindAndAndACommandRunsOnlyOnceTheFirstIsDone() {
    assertThat(shell("peers && outbox", "--home", "n").out())
        .contains("nothing waits for delivery");
    assertThat(shell("peers show x && outbox && inbox ; log --ops", "--home", "n").out())
        .doesNotContain("nothing waits");
  }

  @Test
  void quotesHoldTextTogetherOverLinesToo() throws IOException {
    Files.writeString(node.resolve("a piece.md"), "# A piece\n\nText.\n");

    assertThat(shell("cd n\npost 'a piece.md'\nsend nobody 'one\ntwo'\n").err())
        .contains("no such peer: \"nobody\"")
        .doesNotContain("unknown command");
  }

  @Test
  void jsonWorksForOneCommandAndForAll() throws MalformedJson {
    assertThat(shell("peers --json", "--home", "n").json().has("peers")).isTrue();

    String both = shell("peers\npeers --json\nnonsense\n", "--home", "n", "--json").out();

    List<String> documents = List.of(both.split("(?m)(?<=^})\n"));
    assertThat(documents).hasSize(3);
    for (String document : documents) {
      assertThat(JsonReader.file(document.getBytes(StandardCharsets.UTF_8))).isNotNull();
    }
    assertThat(documents.getLast()).contains("\"exit_code\": 2");
  }

  @Test
  void cdGoesToAnotherNodeUnlessHomeNamesOne() {
    assertThat(shell("status\ncd n\nstatus\n").out()).contains("node      n in " + node);
    assertThat(shell("status\n").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(shell("cd nowhere").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void aCommandReadsNothingOfTheScript() {
    CliTest.Ran ran = shell("post -\npeers\n", "--home", "n");

    assertThat(ran.out()).contains("no peers yet");
  }

  @Test
  void whatItCannotDoItSays() {
    assertThat(shell("peers | sort\n", "--home", "n").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(shell("peers 'open\n", "--home", "n").err()).contains("the quote ' is not closed");
    assertThat(shell("shell\n", "--home", "n").err()).contains("this is the shell already");
  }

  @Test
  void helpNamesTheCommandsOfTheProgramAndOfTheShell() {
    assertThat(shell("help\n").out()).contains("usage: sbp", "in this shell:", "history", "exit");
    assertThat(shell("help peers\n").out()).contains("Usage: sbp peers").doesNotContain("history");
  }

  @Test
  void aScriptHasNoColoursAndNoPrompt() {
    assertThat(shell("peers\n", "--home", "n").out()).doesNotContain("\u001b", "> ");
  }
}
