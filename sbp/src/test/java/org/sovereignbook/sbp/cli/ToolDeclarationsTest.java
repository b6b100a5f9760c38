package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CommandInfo;

/** All that is true of a tool is declared on its command, and nowhere else. */
class ToolDeclarationsTest {
  private static Stream<CommandInfo> commands() {
    return CommandContract.catalog().all();
  }

  private static DeclaredTools.Declared declared(CommandInfo command) {
    AgentAccess access = command.access().orElseThrow();
    return new DeclaredTools.Declared(
        command.toolName(),
        access.data(),
        access.usual(),
        access.dangerous(),
        access.handling(),
        Optional.of(command.command().replace(' ', '_').replace('-', '_'))
            .filter(words -> !words.equals(command.toolName())));
  }

  @Test
  void everyToolDeclaresHowFarAgentsMayUseIt() {
    assertThat(commands().filter(command -> command.tool().isPresent()))
        .isNotEmpty()
        .allMatch(command -> command.access().isPresent());
  }

  @Test
  void theListThatDecidesIsWhatTheCommandsDeclare() throws IOException {
    Path file =
        Path.of("src/main/java")
            .resolve(DeclaredTools.class.getPackageName().replace('.', '/'))
            .resolve("ToolLines.java");
    String wanted = source();
    if (Boolean.getBoolean("sbp.write")) {
      Files.writeString(file, wanted);
    }
    assertThat(Files.readAllLines(file))
        .as(file + "; run this test with -Dsbp.write=true to write it")
        .containsExactlyElementsOf(wanted.lines().toList());
  }

  private static String source() {
    return """
    package %s;

    /**
     * The tools that are commands, as {@link DeclaredTools} reads them. Written by ToolDeclarationsTest
     * with -Dsbp.write=true; not to be edited.
     */
    final class ToolLines {
      static final String LINES =
          \"""

    %s      \""";

      private ToolLines() {}
    }
    """
        .formatted(
            DeclaredTools.class.getPackageName(),
            commands()
                .filter(command -> command.access().isPresent())
                .map(command -> "      " + declared(command).line() + "\n")
                .sorted()
                .collect(Collectors.joining()));
  }

  @Test
  void aNewAgentHasTheBoardTheMailTheBusAndMemory() {
    assertThat(DeclaredTools.usual())
        .isEqualTo(
            Globs.of(
                "agent_list",
                "agent_show",
                "bus_*",
                "event_*",
                "mail_*",
                "memory",
                "memory_*",
                "task_*",
                "tool_search",
                "trust_get"));
  }

  @Test
  void aToolThatNothingDeclaresShowsEverything() {
    for (String tool : List.of("log", "peers", "task", "task_", "reader", "x_y", "", "none")) {
      assertThat(DeclaredTools.data(tool)).as(tool).isEqualTo(DataAccess.FULL);
      assertThat(DeclaredTools.isHandling(tool)).as(tool).isFalse();
    }
    assertThat(DeclaredTools.data("reader_endorse")).isEqualTo(DataAccess.NONE);
    assertThat(DeclaredTools.isHandling("task_release")).isTrue();
  }
}
