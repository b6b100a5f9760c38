package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ToolFeature;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.testing.SourceTree;

/** All that is true of a tool is declared on its command, and nowhere else. */
class ToolDeclarationsTest {
  /** Tools that features declare when they are asked. */
  private static final Set<String> OF_FEATURES =
      Features.bundled().of(ToolFeature.class).stream()
          .flatMap(feature -> feature.tools().stream())
          .map(DeclaredTools.Declared::name)
          .collect(Collectors.toSet());

  private static Stream<CommandInfo> commands() {
    return CommandContract.catalog().all();
  }

  /**
   * Returns the commands that declare their access, and those beside a usual tool: a new agent may
   * use all names with a prefix only where every command with that prefix is usual.
   */
  private static Stream<CommandInfo> listed() {
    Set<String> families =
        commands()
            .filter(command -> command.access().filter(AgentAccess::usual).isPresent())
            .map(command -> family(command.toolName()))
            .collect(Collectors.toSet());
    return commands()
        .filter(command -> !OF_FEATURES.contains(command.toolName()))
        .filter(
            command ->
                command.access().isPresent()
                    || (command.toolName().contains("_")
                        && families.contains(family(command.toolName()))));
  }

  private static String family(String tool) {
    return tool.replaceFirst("_.*", "");
  }

  private static DeclaredTools.Declared declared(CommandInfo command) {
    if (command.access().isEmpty()) {
      return new DeclaredTools.Declared(
          command.toolName(), DataAccess.FULL, false, false, false, false, Optional.empty());
    }
    return command.declared().orElseThrow();
  }

  @Test
  void everyToolDeclaresHowFarAgentsMayUseIt() {
    assertThat(commands().filter(command -> command.tool().isPresent()))
        .isNotEmpty()
        .allMatch(command -> command.access().isPresent());
  }

  @Test
  void theListThatDecidesIsWhatTheCommandsDeclare() throws IOException {
    Path file = SourceTree.main("authority/access/ToolLines.java");
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
            listed()
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
                "dispatch_to_agent",
                "event_poll",
                "event_subscribe",
                "get_agent_status",
                "mail_*",
                "memory",
                "memory_*",
                "reply_to_caller",
                "send_message_to_agent",
                "session_dispatches",
                "status",
                "task_*",
                "tool_search",
                "trust_get",
                "wait"));
  }

  @Test
  void aToolThatNothingDeclaresShowsEverything() {
    for (String tool : List.of("log", "peers", "task", "task_", "reader", "x_y", "", "none")) {
      assertThat(DeclaredTools.bundled().data(tool)).as(tool).isEqualTo(DataAccess.FULL);
      assertThat(DeclaredTools.bundled().isHandling(tool)).as(tool).isFalse();
    }
    assertThat(DeclaredTools.bundled().data("reader_endorse")).isEqualTo(DataAccess.NONE);
    assertThat(DeclaredTools.bundled().isHandling("task_release")).isTrue();
  }
}
