package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.agents.OwnerConnection;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;

/**
 * Check that the caller is the owner in person: at a terminal, in a process that is no agent and
 * was not started by one ({@link Ancestors}), or anywhere with a proof ({@link OwnerOptions}).
 * Decisions of the owner are accepted nowhere else: not over MCP, from a team, from a pipe, or in a
 * message. A terminal is no proof while agents hold tokens, because any program can make one; then
 * the owner types its passphrase, unless it has decided otherwise ({@link ProofRule}). The node's
 * page has no terminal: there each such call brings the passphrase or a proof by a key ({@link
 * CallOrigin#isProven}). Each refusal names commands that work in the state in which it refuses.
 */
public record OwnerPresence(Session session) {
  private static final String NO_TERMINAL = "only the owner may, at a terminal or by a proof";
  private static final Set<String> ANSWERS = Set.of("access_approve", "access_deny");
  private static final String HOLD = "agents hold tokens, and ";
  private static final String LETS_MORE = "this lets one do more";

  /** Returns why the caller is no owner at a terminal; empty for the owner. */
  public Optional<String> problem() {
    return problemOfCaller()
        .or(
            () ->
                session.world().origin().isProven() || session.world().terminal().getAsBoolean()
                    ? Optional.empty()
                    : Optional.of(NO_TERMINAL));
  }

  /** Returns why the caller can be no owner, wherever it is; empty when it may be one. */
  private Optional<String> problemOfCaller() {
    World world = session.world();
    if (SocietyCommand.token(world).isPresent()) {
      return Optional.of("an agent calls, and only the owner may");
    }
    boolean isOwners =
        world.origin().isProven() || world.origin().channel().equals(ToolCall.COMMAND);
    return isOwners
        ? Optional.empty()
        : Optional.of("another program calls, and only the owner may, at a terminal");
  }

  /**
   * Requires a proof before a widening call, if tokens count. Refuses it on an MCP connection of
   * the owner that has shown text of others.
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
    HeldTokens.revokeLeft(ledger);
    boolean isNeeded =
        ledger.<Boolean>read(tx -> new ProofRule(tx).isNeeded() && command.widens(tx));
    OwnerOptions given = command.asOwner();
    if (isNeeded) {
      ProofRule.Proof least = ledger.<ProofRule.Proof>read(tx -> new ProofRule(tx).proof());
      require(ledger, call, new Demand(least, HOLD + LETS_MORE, given));
    } else if (given.areGiven()
        && ledger.<Boolean>read(
            tx -> new OwnerPassphrase(tx).isSet() || given.proof().isPresent())) {
      // A wrong file is told today, and not on the day on which it matters.
      require(ledger, call, new Demand(ProofRule.Proof.NONE, "", given));
    }
  }

  /**
   * A proof that is needed.
   *
   * @param least the weakest that is enough; with {@code NONE} the caller is only no agent, and no
   *     other program
   * @param why the reason, shown to the user
   * @param given the proofs that the command was given
   */
  public record Demand(ProofRule.Proof least, String why, OwnerOptions given) {}

  /** Works like the other method, with nothing to show before a passphrase is typed. */
  public void require(Ledger ledger, ToolCall call, Demand demand) {
    require(ledger, call, demand, () -> {});
  }

  /**
   * Requires a proof.
   *
   * @param asks shows what the passphrase is about to allow, before it is typed
   * @throws org.sovereignbook.sbp.authority.agents.CapabilityDenied when it is not given; the
   *     refusal is written to the audit log
   */
  public void require(Ledger ledger, ToolCall call, Demand demand, Runnable asks) {
    OwnerOptions given = demand.given();
    if (SocietyCommand.token(session.world()).isPresent()) {
      throw Permissions.refuse(ledger, call, "an agent calls, and only the owner may");
    }
    if (given.isProven() || session.world().origin().isProven()) {
      return;
    }
    Optional<String> problem = problemOfCaller().or(() -> problem(ledger, call, demand, asks));
    if (problem.isPresent()) {
      throw refused(ledger, call, problem.get());
    }
    if (given.areGiven() || demand.least() == ProofRule.Proof.PASSPHRASE) {
      given.areProven();
    }
  }

  private Optional<String> problem(Ledger ledger, ToolCall call, Demand demand, Runnable asks) {
    if (demand.given().areGiven()) {
      return demand.given().problem(session.world(), ledger, call);
    }
    return switch (demand.least()) {
      case NONE -> Optional.empty();
      case TERMINAL ->
          session.world().terminal().getAsBoolean() ? Optional.empty() : Optional.of(NO_TERMINAL);
      case PASSPHRASE -> passphraseProblem(ledger, demand.why(), asks);
    };
  }

  private Optional<String> passphraseProblem(Ledger ledger, String reason, Runnable asks) {
    if (!session.world().terminal().getAsBoolean()) {
      return Optional.of(reason + ": " + NO_TERMINAL);
    }
    if (!ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).isSet())) {
      return Optional.of(reason + ": the owner's passphrase is needed, and none is set");
    }
    Question question = new Question(session);
    if (!question.canBeAsked()) {
      return Optional.of(reason + ": the owner's passphrase is needed, at a terminal");
    }
    asks.run();
    String typed;
    try {
      typed = question.askSecretly("your passphrase:");
    } catch (IOException e) {
      return Optional.of("the passphrase cannot be read from the terminal");
    }
    return ledger.<Optional<String>>write(tx -> new OwnerPassphrase(tx).problem(typed));
  }

  /** Returns a refusal that names the tokens in the way and the commands that work now. */
  public SocietyException refused(Ledger ledger, ToolCall call, String why) {
    return refused(ledger, OwnerRemedies.of(session, ledger.node(), call), why);
  }

  /** Works like the other method, for a place with remedies of its own. */
  public static SocietyException refused(Ledger ledger, OwnerRemedies remedies, String why) {
    List<String> reasons = new ArrayList<>(ledger.<List<String>>read(OwnerRemedies::reasons));
    if (ANSWERS.contains(remedies.call().tool())) {
      reasons.add("what waits for your answer:  sbp access requests");
    }
    return Permissions.refuse(ledger, remedies.call(), why, reasons, ledger.read(remedies::in));
  }
}
