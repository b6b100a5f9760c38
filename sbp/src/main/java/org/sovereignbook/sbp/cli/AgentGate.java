package org.sovereignbook.sbp.cli;

import java.util.Set;
import org.sovereignbook.sbp.agents.Permissions;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.ledger.Ledger;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A process that is an agent passes the choke point with every command on a node, whatever it is
 * about; {@code sbp post} is the tool {@code post}. Commands of the society come by there anyway.
 */
final class AgentGate {
  /** They ask who calls in their own way: the doors of an agent's own process. */
  private static final Set<String> PROVE_THEIR_CALLER = Set.of("agent_run", "mcp", "team_work");

  private AgentGate() {}

  /** The command, or the gate in front of it. */
  static Subcommand before(Subcommand command, CommandSpec spec) {
    if (command instanceof SocietyCommand<?> society) {
      society.isCalled(spec);
      return command;
    }
    String tool = SocietyCommand.tool(spec);
    return PROVE_THEIR_CALLER.contains(tool) || spec.findOption(NodeOptions.HOME) == null
        ? command
        : session -> {
          if (SocietyCommand.token(session.world()).isPresent()) {
            require(session, tool, spec);
          }
          return command.run(session);
        };
  }

  private static void require(Session session, String tool, CommandSpec spec) {
    Ledger opened =
        session
            .ledgerIfAny(session.node())
            .orElseThrow(
                () ->
                    CliException.refused(
                        SocietyCommand.TOKEN_VARIABLE + " is set, and this node has no agents",
                        "to be its owner:  unset " + SocietyCommand.TOKEN_VARIABLE));
    try (Ledger ledger = opened) {
      boolean _ = Permissions.run(ledger, SocietyCommand.call(session, tool, spec), (_, _) -> true);
    }
  }
}
