package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.agents.OwnerConnection;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;

/**
 * Check that the caller is the owner in person: at a terminal, in a process that is no agent and
 * was not started by one ({@link Ancestors}). Decisions of the owner are accepted nowhere else: not
 * over MCP, from a team, from a pipe, or in a message. A terminal is no proof while agents hold
 * tokens, because any program can make one; then the owner types its passphrase. The node's page
 * has no terminal: there each such call brings the passphrase or a proof by a key ({@link
 * CallOrigin#isProven}).
 */
public record OwnerPresence(Session session) {
  /**
   * Returns why the caller is not the owner, or cannot be verified; empty for the owner.
   *
   * @param isProven whether the owner has given a proof instead of a terminal; it is never accepted
   *     from an agent
   * @return the reason; empty for the owner
   */
  public Optional<String> problem(boolean isProven) {
    World world = session.world();
    if (SocietyCommand.token(world).isPresent()) {
      return Optional.of("an agent calls, and only the owner may");
    }
    if (world.origin().isProven()) {
      return Optional.empty();
    }
    if (!world.origin().channel().equals(ToolCall.COMMAND)) {
      return Optional.of("another program calls, and only the owner may, at a terminal");
    }
    if (!isProven && !world.terminal().getAsBoolean()) {
      return Optional.of("nobody sits at a terminal, and only the owner may, at one");
    }
    return Optional.empty();
  }

  /**
   * Asks for the owner's passphrase before a widening call, if agents hold tokens. Refuses it on an
   * MCP connection of the owner that has shown text of others.
   *
   * @throws org.sovereignbook.sbp.authority.agents.CapabilityDenied when it is not given; the
   *     refusal is written to the audit log
   */
  public void requireProof(Ledger ledger, ToolCall call, Widening command) {
    boolean hasShown = OwnerConnection.of(ledger.node()).hasShown();
    if (hasShown && ledger.<Boolean>read(command::widens)) {
      throw Permissions.refuse(
          ledger,
          call,
          "this connection has shown text of others, and this lets an agent do more",
          "at your terminal you can, or on a new connection");
    }
    boolean isNeeded =
        ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).hasAgents() && command.widens(tx));
    if (isNeeded) {
      Optional<String> problem = problem(false);
      if (problem.isPresent()) {
        throw Permissions.refuse(
            ledger, call, "agents hold tokens, and this lets one do more: " + problem.get());
      }
      requirePassphrase(ledger, call, "this lets one do more");
    }
  }

  /**
   * Asks for the owner's passphrase at the terminal.
   *
   * @param why the reason, shown to the user
   * @param others hints at other proofs that the command accepts
   * @throws org.sovereignbook.sbp.authority.agents.CapabilityDenied when it is not given; the
   *     refusal is written to the audit log
   */
  public void requirePassphrase(Ledger ledger, ToolCall call, String why, String... others) {
    Optional<String> problem = passphraseProblem(ledger, why);
    if (problem.isPresent()) {
      throw Permissions.refuse(ledger, call, problem.get(), hints(ledger, others));
    }
  }

  private Optional<String> passphraseProblem(Ledger ledger, String why) {
    if (session.world().origin().isProven()) {
      return Optional.empty();
    }
    String reason = "agents hold tokens, and " + why;
    if (!ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).isSet())) {
      return Optional.of(reason + ": the owner's passphrase is needed, and none is set");
    }
    Question question = new Question(session);
    if (!question.canBeAsked()) {
      return Optional.of(reason + ": the owner's passphrase is needed, at a terminal");
    }
    String typed;
    try {
      typed = question.askSecretly("your passphrase:");
    } catch (IOException e) {
      return Optional.of("the passphrase cannot be read from the terminal");
    }
    return ledger.<Optional<String>>write(tx -> new OwnerPassphrase(tx).problem(typed));
  }

  private static String[] hints(Ledger ledger, String... others) {
    return ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).isSet())
        ? others
        : new String[] {
          "first end what agents hold:  sbp agent token NAME --revoke-all, sbp team stop",
          "then at your terminal:  sbp access passphrase"
        };
  }
}
