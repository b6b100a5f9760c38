package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** A wrong command line is answered by the right one, and nothing of it is dropped. */
class WrongCommandLineTest {
  @TempDir Path folder;

  private String error(String... arguments) {
    CliTest.Ran ran = CliTest.in(folder).run(arguments);
    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    return ran.err();
  }

  @Test
  void anUnknownOptionIsNamedAloneAndTheNearOneIsOffered() {
    assertThat(error("init", "--nmae", "Echo", "node"))
        .startsWith("sbp: init: unknown option --nmae\n  did you mean:  --name\n")
        .doesNotContain("Echo");
    assertThat(error("init", "--nmae=Echo")).contains("unknown option --nmae\n");
  }

  @Test
  void aKeyThatBeginsWithADashIsNoOption() {
    TestNode.in(folder);
    String key = "-wuUhIkRWJEipgUMZHb342hiLzevfN2Jrvoreg2-Kto";

    CliTest.Ran ran = CliTest.in(folder).run("messages", key);

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains(key);
  }

  @Test
  void anOptionBeforeTheCommandThatItIsForIsRefused() {
    assertThat(error("service", "--kind", "cron", "install"))
        .contains("--kind goes behind the command")
        .contains("did you mean:  sbp service install --kind cron");
    assertThat(error("service", "--print", "install")).contains("it has no option --print");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anOptionThatIsForAnotherOneIsNotDropped() {
    CliTest cli = CliTest.in(folder);
    cli.run("init", "node", "--local");
    cli.workingIn(folder.resolve("node"));

    CliTest.Ran ran = cli.run("status", "--timeout", "5");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("sbp status --wait --timeout");
  }

  @Test
  void helpOnACommandThatThereIsNotFails() {
    assertThat(error("help", "peers", "lst"))
        .contains("unknown command lst")
        .contains("did you mean:  sbp peers list");
    assertThat(error("peers", "lst", "--help")).contains("unknown command lst");
  }

  @Test
  void allowedValuesAreListedAsTheyAreTyped() {
    assertThat(error("service", "--kind", "cro"))
        .contains("--kind cannot be \"cro\"; it is one of: systemd, launchd, cron, windows")
        .contains("did you mean:  cron");
  }

  @Test
  void aUrlWithoutItsBeginningGetsOne() {
    assertThat(error("follow", "foo")).contains("did you mean:  sbp follow https://foo\n");
    assertThat(error("init", "--endpoint", "foo:81"))
        .contains("did you mean:  sbp init --endpoint https://foo:81\n");
  }

  @Test
  void theOppositeOfACommandIsNoSuggestion() {
    assertThat(error("unfollow", "bob")).contains("did you mean:  sbp unsubscribe\n");
    assertThat(error("peers", "untrust", "bob")).doesNotContain("did you mean");
  }

  @Test
  void theFirstWordsOfANewcomerLeadToTheCommand() {
    assertThat(error("publish", "piece.md")).contains("did you mean:  sbp post\n");
    assertThat(error("reader")).contains("did you mean:  sbp agent run reader\n");
    assertThat(error("trigger")).contains("did you mean:  sbp tick\n");
  }

  @Test
  void aFaultInTheConfigurationIsShownWithItsLineAndTheMissingComma() throws IOException {
    CliTest cli = CliTest.in(folder);
    cli.run("init", "node", "--local");
    cli.workingIn(folder.resolve("node"));
    Path config = folder.resolve("node/runtime/scheduler-config.json");
    Files.writeString(config, "{\n  \"components\": {}\n  \"commands\": {}\n}\n");

    assertThat(cli.run("tick").err())
        .contains("at line 3, column 3, in `\"commands\": {}`")
        .contains("is a comma missing at the end of line 2?")
        .containsOnlyOnce("sbp doctor");
  }
}
