package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** The owner is asked once, in one line, what proves it. */
class OwnerDecisionTest {
  private static final String QUESTION = "a passphrase for you";

  @TempDir Path folder;

  private CliTest.Ran init(String typed) {
    return CliTest.in(folder).onTerminal().typing(typed).run("init", "n", "--local");
  }

  private CliTest inNode() {
    return CliTest.in(folder.resolve("n"));
  }

  private JsonObject proof() {
    return inNode().run("access", "proof", "--json").json();
  }

  @Test
  void initAsksAtATerminalAndEnterMeansNone() {
    CliTest.Ran made = init("\n");
    assertThat(made.err()).containsOnlyOnce(QUESTION).contains("Enter: none, then any process");
    assertThat(proof().string("proof")).contains("none");
    assertThat(inNode().onTerminal().typing("\n").run("team", "run", "x").err())
        .doesNotContain(QUESTION);
  }

  @Test
  void aPassphraseIsTypedTwice() {
    assertThat(init("correct horse\ncorrect horse\n").exit()).isEqualTo(ExitCode.DONE);
    assertThat(proof().string("proof")).contains("passphrase");
    assertThat(proof().bool("passphrase")).contains(true);
  }

  @Test
  void oneThatIsTooShortOrDiffersIsAskedForAgain() {
    CliTest.Ran made = init("short\ncorrect horse\nwrong horse\n\n");
    assertThat(made.err()).contains("8 to 200 characters", "the two differ", "decide later");
    assertThat(proof().string("proof")).contains("unset");
  }

  @Test
  void theEndOfInputDecidesNothing() {
    assertThat(init("").err()).contains(QUESTION);
    assertThat(proof().string("proof")).contains("unset");
  }

  @Test
  void withoutATerminalInitSaysInOneLineHowToSetItLater() {
    CliTest.Ran made = CliTest.in(folder).run("init", "n", "--local");
    assertThat(made.out()).contains("owner     no passphrase; set one before agents work:");
    assertThat(made.err()).doesNotContain(QUESTION);
  }

  @Test
  void initTakesAFileAndMakesItIfThereIsNone() throws Exception {
    CliTest.Ran made =
        CliTest.in(folder).onTerminal().run("init", "n", "--local", "--passphrase-file", "mine");
    assertThat(made.exit()).isEqualTo(ExitCode.DONE);
    assertThat(made.out() + made.err()).doesNotContain(QUESTION, "no passphrase; set one");
    assertThat(Files.readString(folder.resolve("mine"))).isNotBlank();
    assertThat(proof().string("proof")).contains("passphrase");
  }

  @Test
  void nobodyIsAskedWhileATokenCounts() {
    CliTest.in(folder).run("init", "n", "--local");
    inNode().run("agent", "register", "coder");
    inNode().run("agent", "token", "coder");
    Path team = folder.resolve("n/team.yaml");
    assertThat(inNode().run("team", "init").exit()).isEqualTo(ExitCode.DONE);
    assertThat(team).exists();
    assertThat(inNode().onTerminal().typing("").run("team", "run", "x").err())
        .doesNotContain(QUESTION);
  }

  @Test
  void theFirstRunOfATeamAsks() {
    CliTest.in(folder).run("init", "n", "--local");
    assertThat(inNode().run("team", "init").exit()).isEqualTo(ExitCode.DONE);
    CliTest.Ran ran = inNode().onTerminal().typing("\n").run("team", "run", "x");
    assertThat(ran.err()).contains(QUESTION);
    assertThat(proof().string("proof")).contains("none");
  }
}
