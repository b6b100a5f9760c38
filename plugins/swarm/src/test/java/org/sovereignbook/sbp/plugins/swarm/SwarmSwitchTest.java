package org.sovereignbook.sbp.plugins.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** Swarms in a node whose owner switches them off, and on again. */
class SwarmSwitchTest {
  private static final String MANIFEST =
      """
      {"swarm_id": "s", "goal": "map the land", "strategy": "broadcast",
       "agents": [{"slot": "scout", "agent_type": "swarm-worker"}]}
      """;

  @TempDir Path folder;
  private CliTest node;

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    node = CliTest.in(folder.resolve("node"));
    done("swarm", "create", "--external", MANIFEST);
  }

  private String done(String... words) {
    CliTest.Ran ran = node.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran.out();
  }

  @Test
  void whileTheyAreOffTheirCommandsAreRefusedAndEverythingElseWorks() {
    done("plugin", "off", "swarm");

    for (List<String> words :
        List.of(
            List.of("swarm"),
            List.of("swarm", "status", "s"),
            List.of("swarm", "run", "s"),
            List.of("demo", "swarm"))) {
      CliTest.Ran ran = node.run(words.toArray(String[]::new));
      assertThat(ran.exit()).as(String.join(" ", words)).isEqualTo(ExitCode.REFUSED);
      assertThat(ran.err()).contains("the feature swarm is off", "sbp plugin on swarm");
    }
    assertThat(done("task", "list")).contains("work of scout");
    assertThat(done("group", "list")).contains("s");
    assertThat(done("complete", "swarm_id")).isEmpty();
    String task = done("task", "claim", "--as", "scout", "--json");
    assertThat(task).contains("work of scout");

    done("plugin", "on", "swarm");
    assertThat(done("swarm", "status", "s")).contains("executing");
  }

  @Test
  void aTaskThatEndsWhileTheyAreOffIsKnownWhenTheyAreOnAgain() {
    done("plugin", "off", "swarm");
    done(
        "task",
        "cancel",
        done("task", "list")
            .lines()
            .filter(line -> line.contains("work of scout"))
            .findFirst()
            .orElseThrow()
            .split(" +")[0]);

    done("plugin", "on", "swarm");
    assertThat(done("swarm", "status", "s")).contains("failed");
  }

  @Test
  void theirIdsAreOfferedToWhoeverTypesOne() {
    assertThat(done("complete", "swarm_id")).startsWith("s\tswarm:");
  }
}
