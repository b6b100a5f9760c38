package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.ops.init.Launcher;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.testing.TestNode;

/** One process for the usual chain of an agent, and no other process for anything else. */
class OneProcessTest {
  private static final String READER = Steps.command(Component.READER);

  private TestNode node;

  @BeforeEach
  void writeLaunchers(@TempDir Path folder) {
    node = TestNode.in(folder);
    Steps.ALL.forEach(step -> new Launcher(step).write(node.node()));
  }

  @Test
  void theUsualChainOfAnAgentIsOneProcess() throws InterruptedException {
    assertThat(ran(READER)).isEqualTo("\"$SBP\" agent run reader --steps");
    assertThat(ran(Steps.command(Component.AUTHOR))).isEqualTo("\"$SBP\" agent run author --steps");
  }

  @Test
  void everyOtherCommandRunsAsItIsWritten() throws InterruptedException {
    for (String line :
        new String[] {
          READER + " ",
          "./runtime/scripts/reader-preprocess && claude && ./runtime/scripts/reader-postprocess",
          Steps.command(Component.COMPACTOR),
          Steps.command(Component.DELIVERY)
        }) {
      assertThat(ran(line)).isEqualTo(line);
    }
  }

  @Test
  void aStepOfTheOperatorKeepsTheChain() throws InterruptedException {
    Path script = node.home().scripts().resolve("reader-postprocess");
    String launcher = node.node().readText(script).orElseThrow();
    node.node().writeText(script, launcher + "echo done\n");

    assertThat(ran(READER)).isEqualTo(READER);

    node.node().disk().delete(script);
    assertThat(ran(READER)).isEqualTo(READER);
  }

  private String ran(String line) throws InterruptedException {
    AtomicReference<String> ran = new AtomicReference<>("");
    CommandRunner shell =
        command -> {
          ran.set(command.line());
          return new CommandRunner.CommandResult.Exited(0, "");
        };
    CommandRunner.CommandResult _ =
        new OneProcess(node.node(), shell)
            .run(
                new CommandRunner.Command(
                    line, node.home().root(), Map.of(), Duration.ofMinutes(1), text -> {}));
    return ran.get();
  }
}
