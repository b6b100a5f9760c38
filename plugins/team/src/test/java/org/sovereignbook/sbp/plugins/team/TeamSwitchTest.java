package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** Teams in a node whose owner switches them off, and on again, with what stands on them. */
class TeamSwitchTest {
  @TempDir Path folder;
  private CliTest node;

  @BeforeEach
  void makeNode() throws IOException {
    assertThat(CliTest.in(folder).run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    Path home = folder.resolve("node");
    node = CliTest.in(home);
    Files.writeString(
        home.resolve("team.yaml"),
        """
        llm: {provider: builtin}
        agents:
          - {id: builder, role: Builds., memory: {long_term: true}}
        memory: {backend: chroma, url: 'http://127.0.0.1:1'}
        """);
  }

  private CliTest.Ran done(String... words) {
    CliTest.Ran ran = node.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private CliTest.Ran refused(String... words) {
    CliTest.Ran ran = node.run(words);
    assertThat(ran.exit()).as(String.join(" ", words)).isEqualTo(ExitCode.REFUSED);
    return ran;
  }

  @Test
  void whatNeedsTeamsGoesOffWithThemAndSaysWhichIsMissing() {
    assertThat(done("plugin", "off", "team").out())
        .contains("off with it, because they need it: evolution, swarm", "sbp plugin on team");

    for (List<String> words :
        List.of(List.of("team"), List.of("team", "show"), List.of("demo", "team"))) {
      assertThat(refused(words.toArray(String[]::new)).err())
          .contains("the feature team is off", "sbp plugin on team");
    }
    for (List<String> words :
        List.of(
            List.of("swarm", "list"),
            List.of("team", "evolve", "builder"),
            List.of("demo", "reputation"))) {
      assertThat(refused(words.toArray(String[]::new)).err())
          .contains("it needs team, which is off", "sbp plugin on team")
          .doesNotContain("plugin on swarm", "plugin on evolution");
    }
    assertThat(node.run("plugin", "on", "swarm").out())
        .contains("swarm is on already", "it works only with team, which is off");

    assertThat(done("plugin", "on", "team").out()).doesNotContain("needs");
    assertThat(done("swarm", "list").err()).isEmpty();
  }

  @Test
  void oneThatIsOffItselfAndLacksAnotherNamesBoth() {
    done("plugin", "off", "swarm");
    assertThat(done("plugin", "off", "team").out()).contains("evolution").doesNotContain("swarm");

    assertThat(refused("swarm", "list").err())
        .contains("sbp plugin on team && sbp plugin on swarm");
    assertThat(done("plugin", "on", "swarm").out()).contains("it works only with team");
  }

  @Test
  void aMemberIsRunByItsNameUnlessTeamsAreOff() {
    assertThat(node.run("agent", "run", "builder", "--llm", "builtin").err())
        .contains("who thinks for a member is the team's to say");
    done("plugin", "off", "team");

    assertThat(node.run("agent", "run", "builder", "--llm", "builtin").err())
        .doesNotContain("the team's to say");
    assertThat(node.run("agent", "run", "reader").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void whatOnlyAddsToTeamsWorksWithoutThem() {
    done("plugin", "off", "team");

    done("chain", "list");
    assertThat(node.run("plugin", "on", "chroma").out())
        .contains("chroma is on already")
        .doesNotContain("team");
  }
}
