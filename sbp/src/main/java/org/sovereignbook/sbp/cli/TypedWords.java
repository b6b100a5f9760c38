package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command that was called and how, for the gate in front of it.
 *
 * @param command its words without the program's name
 * @param words the words behind it
 * @param isOfNode whether it works on a node
 */
record TypedWords(String command, List<String> words, boolean isOfNode) {
  static TypedWords of(CommandSpec spec) {
    return new TypedWords(
        SocietyCommand.command(spec),
        SocietyCommand.words(spec),
        spec.findOption(NodeOptions.HOME) != null);
  }

  /** Returns the call as the place where it is decided asks about it. */
  ToolCall call(Session session) {
    return SocietyCommand.call(session, command, words);
  }
}
