package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node of an earlier program, whose configuration has its commands, goes on ticking. */
class EarlierCommandsTest {
  private static final String FILE =
      """
      {
        "commands": {
          "reader":   "./runtime/scripts/reader-preprocess && \\"$SBP\\" agent reader && ./runtime/scripts/reader-postprocess",
          "author": "\\"$SBP\\" agent author --llm mine && ./runtime/scripts/author-postprocess",
          "compactor": "\\"$SBP\\" agent compactor",
          "delivery": "./runtime/scripts/delivery",
          "network": "./runtime/scripts/network",
          "maintenance": "./runtime/scripts/maintenance"
        }
      }
      """;

  private Ticking ticking;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    ticking = new Ticking(folder);
    ticking.node.node().writeText(ticking.node.home().schedulerConfig(), FILE);
  }

  private String file() {
    return ticking.node.node().readText(ticking.node.home().schedulerConfig()).orElseThrow();
  }

  @Test
  void whatAnEarlierProgramWroteIsReplacedAndTold() {
    ticking.run();

    assertThat(file())
        .isEqualTo(
            FILE.replace("agent reader", "agent run reader")
                .replace("agent compactor", "agent run compactor"));
    assertThat(ticking.events)
        .contains(
            new TickEvent.Note(
                "commands.reader in scheduler-config.json was what an earlier sbp wrote;"
                    + " it now says agent run reader"));
    assertThat(ticking.opsLog()).anyMatch(line -> line.contains("agent run compactor"));
    assertThat(ticking.runner.commands)
        .extracting(CommandRunner.Command::line)
        .contains("\"$SBP\" agent author --llm mine && ./runtime/scripts/author-postprocess")
        .noneMatch(line -> line.contains("agent reader"));
  }

  @Test
  void theSecondTickHasNothingToTell() {
    ticking.run();
    ticking.events.clear();
    String before = file();
    ticking.run();

    assertThat(file()).isEqualTo(before);
    assertThat(ticking.events).noneMatch(TickEvent.Note.class::isInstance);
  }

  @Test
  void aDryRunWritesNothing() {
    assertThat(ticking.tick().plan().runs()).isNotEmpty();
    assertThat(file()).isEqualTo(FILE);
  }
}
