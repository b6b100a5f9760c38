package org.sovereignbook.sbp.cli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Widening;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.StoreException;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The check in front of every command on a node whose caller is an agent, or came by another
 * channel than the command line. The call is authorized as the tool of the command's name: {@code
 * sbp post} is the tool {@code post}. Commands of the society are checked there anyway.
 */
final class AgentGate {
  /** Processes of the node itself, which run without a check, whoever starts them. */
  private static final Set<String> RUNS_THE_NODE = Set.of("serve", "tick", "up", "hook_serve");

  private AgentGate() {}

  /** Returns the command, or the check in front of it. */
  static Subcommand before(Subcommand command, TypedWords typed) {
    if (command instanceof SocietyCommand<?> society) {
      society.isCalled(typed.command(), typed.words());
      return command;
    }
    return session -> {
      if (SocietyCommand.isOwnerTyping(session.world())) {
        requireProof(session, command, typed);
        return command.run(session);
      }
      ToolCall call = typed.call(session);
      SocietyCommand.requireOwner(session, command, call);
      if (typed.isOfNode() && !RUNS_THE_NODE.contains(call.tool())) {
        SocietyCommand.requireKnown(session, call, given(command));
      }
      if (SocietyCommand.token(session.world()).isEmpty()) {
        requireProof(session, command, typed);
      }
      if (SocietyCommand.token(session.world()).isEmpty()
          && session.world().origin().channel().equals(ToolCall.COMMAND)) {
        return command.run(session);
      }
      return command.provesItsCaller(session) || !typed.isOfNode()
          ? command.run(session)
          : permitted(command, session, call);
    };
  }

  private static OwnerOptions given(Subcommand command) {
    return command instanceof Widening widening ? widening.asOwner() : new OwnerOptions();
  }

  private static void requireProof(Session session, Subcommand command, TypedWords typed) {
    if (command instanceof Widening widening) {
      Optional<Ledger> society =
          session.nodeIfAny().flatMap(node -> society(session, node, widening));
      if (society.isPresent()) {
        try (Ledger ledger = society.get()) {
          new OwnerPresence(session).requireProof(ledger, typed.call(session), widening);
        }
      }
    }
  }

  /** Opens the society; a lost one has no tokens, and only the acceptance of its loss goes on. */
  private static Optional<Ledger> society(Session session, Node node, Widening command) {
    try {
      return session.ledgerIfAny(node);
    } catch (StoreException e) {
      boolean isLost = e.getMessage().contains(node.made().text(NodeThing.SOCIETY));
      if (isLost && command.isForLostSociety()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Authorizes also words that are no command, unless the owner typed them, and writes the decision
   * to the audit log.
   *
   * @return why the caller may not, when the words are not the only problem; declared as a
   *     RuntimeException, so that callers need not load its class
   */
  static Optional<RuntimeException> misfit(
      Session session, CommandSpec spec, List<String> arguments) {
    if (SocietyCommand.isOwnerTyping(session.world())) {
      return Optional.empty();
    }
    Optional<Ledger> opened = session.nodeIfAny().flatMap(session::ledgerIfAny);
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (Ledger ledger = opened.get()) {
      ToolCall call = SocietyCommand.call(session, SocietyCommand.command(spec), arguments);
      boolean _ = Permissions.run(ledger, call, (_, _) -> true);
      return Optional.empty();
    } catch (CapabilityDenied e) {
      return Optional.of(e);
    } catch (SocietyException e) {
      // The society cannot be opened to decide.
      return Optional.empty();
    }
  }

  /**
   * Runs a command that may last longer than the caller's rights: each of its changes is authorized
   * again.
   */
  private static ExitCode permitted(Subcommand command, Session session, ToolCall call)
      throws Exception {
    Ledger opened =
        session
            .ledgerIfAny(session.node())
            .orElseThrow(
                () ->
                    CliException.refused(
                        SocietyCommand.TOKEN_VARIABLE + " is set, and this node has no agents",
                        "to be its owner:  unset " + SocietyCommand.TOKEN_VARIABLE));
    try (Ledger ledger = opened;
        Permissions.Permit permit = Permissions.permit(ledger, call)) {
      ExitCode exit = command.run(session.within(permit));
      permit.ended(exit.isFailure() ? "ended with " + exit.number() : "done");
      return exit;
    }
  }
}
