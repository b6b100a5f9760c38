package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** Agents on the screen have names: the 64 digits of their ids are for programs. */
class ShownIdsTest {
  private static final Pattern AN_ID = Pattern.compile("[0-9a-f]{64}");

  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    cli = CliTest.in(folder);
    assertThat(cli.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("agent", "register", "coder").exit()).isEqualTo(ExitCode.DONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "event list",
        "entity list",
        "entity show coder",
        "audit list",
        "agent list",
        "access check --as coder",
        "doctor"
      })
  void noListNamesAnAgentByItsDigits(String command) {
    CliTest.Ran ran = cli.run(command.split(" "));
    assertThat(ran.out()).isNotBlank().doesNotContainPattern(AN_ID);
  }

  @Test
  void anEventTellsOfAnAgentByItsName() {
    assertThat(cli.run("event", "list").out())
        .containsPattern("agent\\.registered +\\S+ +(agent:)?coder \\{\"agent_id\":\"coder\"");
    assertThat(cli.run("event", "list", "--json").out())
        .as("programs have the id")
        .containsPattern("\"agent_id\": \"" + AN_ID);
  }

  @Test
  void theCheckupHasALineForEachFactAndSizesForPeople() {
    String told = cli.run("doctor").out();
    assertThat(told).containsPattern("disk: \\S+ [KMGT]B free").doesNotContainPattern("; (?!sbp )");
    assertThat(told.lines().filter(line -> line.contains("  agents: "))).hasSize(3);
    assertThat(told.lines().filter(line -> line.contains("  plugins: "))).hasSize(1);
  }
}
