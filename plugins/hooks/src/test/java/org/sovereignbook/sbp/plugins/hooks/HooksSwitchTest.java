package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.automation.FeatureTicks;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/** Hooks in a node whose owner switches them off, and on again. */
class HooksSwitchTest {
  @TempDir Path folder;
  private CliTest cli;
  private Node node;

  @BeforeEach
  void aNodeWithAHook() {
    CliTest outside = CliTest.in(folder).with("XDG_DATA_HOME", folder.resolve("data").toString());
    assertThat(outside.run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    cli = outside.workingIn(folder.resolve("node"));
    node = Node.at(folder.resolve("node"));
    done("hook", "new", "welcome", "--sh");
    done("hook", "accept", "welcome");
  }

  private CliTest.Ran done(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  @Test
  void whileOffNoneRunsAndWhenOnAgainTheyRunForWhatHasHappened() {
    done("plugin", "off", "hooks");
    done("task", "add", "try it");

    assertThat(cli.run("tick").out()).doesNotContain("hooks:");
    for (String words : new String[] {"hook", "hook list", "hook serve", "webhook add ci"}) {
      CliTest.Ran refused = cli.run(words.split(" "));
      assertThat(refused.exit()).as(words).isEqualTo(ExitCode.REFUSED);
      assertThat(refused.err()).contains("the feature hooks is off", "sbp plugin on hooks");
    }
    done("maintain");
    done("plugin", "on", "hooks");

    assertThat(done("tick").out()).contains("hooks: 1 ran, 1 fired, 0 failed");
    assertThat(done("mail", "list").out()).contains("There is a new task.");
  }

  @Test
  void sbpUpWantsTheirProcessOnlyWhileTheyAreOn() {
    assertThat(FeatureTicks.processes(node, Assertions::fail))
        .extracting(process -> String.join(" ", process.words()))
        .containsExactly("hook serve");
    assertThat(FeatureTicks.isAny(node)).isTrue();

    done("plugin", "off", "hooks");

    assertThat(FeatureTicks.processes(node, Assertions::fail)).isEmpty();
    assertThat(FeatureTicks.isAny(node)).isFalse();
    assertThat(FeatureTicks.toFinish(node)).isPositive();
  }

  @Test
  void aNodeFromElsewhereIsAcceptedWithItsHooksAlsoWhileTheyAreOff() {
    done("plugin", "off", "hooks");
    CliTest another =
        cli.with("XDG_DATA_HOME", folder.resolve("of-another").toString())
            .with(NodeHome.ACCEPT_VARIABLE, "");

    CliTest.Ran refused = another.run("tick");

    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("runtime/hooks/welcome.sh", "sbp accept");
  }

  @Test
  void doctorAndStatusSpeakOfThemOnlyWhileTheyAreOn() {
    assertThat(cli.run("doctor").out()).contains("hooks: all that were accepted run");
    Path script = HookScript.folder(node).resolve("welcome.sh");
    node.writeText(script, node.readText(script).orElseThrow() + "# changed\n");
    assertThat(cli.run("doctor").out()).contains("hooks: hook welcome has changed");
    assertThat(cli.run("status").out()).contains("hook welcome has changed");

    done("plugin", "off", "hooks");

    assertThat(cli.run("doctor").out()).doesNotContain("hooks: ");
    assertThat(cli.run("status").out()).doesNotContain("hook welcome");
  }
}
