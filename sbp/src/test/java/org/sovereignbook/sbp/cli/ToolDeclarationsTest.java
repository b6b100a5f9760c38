package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.frontend.command.CommandInfo;

/** All that is true of a tool is declared on its command, and nowhere else. */
class ToolDeclarationsTest {
  private static Stream<CommandInfo> commands() {
    return CommandContract.catalog().all();
  }

  @Test
  void everyToolDeclaresHowFarAgentsMayUseIt() {
    assertThat(commands().filter(command -> command.tool().isPresent()))
        .isNotEmpty()
        .allMatch(command -> command.access().isPresent());
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
