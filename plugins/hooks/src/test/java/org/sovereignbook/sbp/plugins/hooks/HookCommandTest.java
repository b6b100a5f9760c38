package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

class HookCommandTest {
  @Test
  void theFirstHookOfANewcomerRunsForTheFirstTaskAndMailsTheOwner(@TempDir Path folder) {
    TestNode.in(folder);
    CliTest cli = CliTest.in(folder);
    cli.run("hook", "new", "welcome", "--sh");
    cli.run("hook", "accept", "welcome");
    cli.run("task", "add", "try it");

    cli.run("tick");

    assertThat(cli.run("hook", "log").out()).contains("welcome", "fired");
    assertThat(cli.onTerminal().run("hook", "log").out())
        .contains("task:")
        .containsPattern("(?m)^\\d+s +welcome");
    assertThat(cli.run("mail", "list").out()).contains("There is a new task.");
  }

  @Test
  void aTickThatRunsAHookAndNothingElseDoesNotSayThatNothingIsDue(@TempDir Path folder) {
    TestNode.in(folder);
    CliTest cli = CliTest.in(folder);
    cli.run("hook", "new", "welcome", "--sh");
    cli.run("hook", "accept", "welcome");
    cli.run("tick");
    cli.run("task", "add", "try it");

    CliTest.Ran ticked = cli.run("tick");

    assertThat(ticked.lines()).containsExactly("hooks: 1 ran, 1 fired, 0 failed");
    assertThat(ticked.exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("tick").lines()).containsExactly("nothing is due");
  }
}
