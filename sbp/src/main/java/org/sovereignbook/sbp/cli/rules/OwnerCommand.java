package org.sovereignbook.sbp.cli.rules;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningCommand;

/**
 * A command for the owner in person: at a terminal, or from elsewhere with a proof. Every other
 * caller is refused, and the refusal is written to the audit log.
 */
abstract class OwnerCommand<R> extends WideningCommand<R> {
  public static final String PRESENCE = "you are an agent, or there is no person at the terminal";

  @Override
  public ExitCode run(Session session) throws Exception {
    requirePresence(session);
    Optional<ExitCode> done = beside(session);
    return done.isPresent() ? done.get() : super.run(session);
  }

  /** Handles arguments that need no society, such as those of a draft. */
  protected Optional<ExitCode> beside(Session session) throws Exception {
    return Optional.empty();
  }

  /** Does nothing: {@link #requirePresence} has asked before the arguments were parsed. */
  @Override
  protected final void requireProof(Session session, Ledger ledger) {}

  /** Shows what the owner's passphrase is about to allow. */
  protected void asks(Session session, Ledger ledger) {}

  private void requirePresence(Session session) {
    try (Ledger ledger = session.ledger(session.node())) {
      if (call(session).as().isPresent()) {
        throw Permissions.refuse(ledger, call(session), "an agent cannot give this answer");
      }
      HeldTokens.revokeLeft(ledger);
      requireKnown(session, call(session), asOwner());
      new OwnerPresence(session)
          .require(ledger, call(session), ledger.read(this::demand), () -> asks(session, ledger));
    }
  }

  /** Returns the proof that is needed now: a terminal at least, unless the owner wants none. */
  protected OwnerPresence.Demand demand(Transaction tx) {
    ProofRule rule = new ProofRule(tx);
    ProofRule.Proof usual =
        rule.proof() == ProofRule.Proof.NONE ? ProofRule.Proof.NONE : ProofRule.Proof.TERMINAL;
    return demand(rule.isNeeded() && widens(tx) ? rule.proof() : usual, asOwner());
  }

  /**
   * Returns the proof that is needed to change a proof. The passphrase protects itself, whatever
   * the owner decided; the first one can be set while no token is valid, as anything can be done
   * then.
   */
  protected OwnerPresence.Demand demandOfChange(Transaction tx) {
    ProofRule.Proof decided = new ProofRule(tx).proof();
    if (new OwnerPassphrase(tx).isSet()) {
      return demand(ProofRule.Proof.PASSPHRASE, asOwner());
    }
    boolean isUsual = decided == ProofRule.Proof.PASSPHRASE && !new ProofRule(tx).hasTokensNow();
    return demand(isUsual ? ProofRule.Proof.TERMINAL : decided, asOwner().withoutPassphrase());
  }

  /** Returns the proof that is needed to set the first passphrase, from a file if one is given. */
  protected OwnerPresence.Demand demandOfFirst(Transaction tx) {
    boolean isFree = asOwner().passphraseFile().isPresent() && !new ProofRule(tx).hasTokensNow();
    return isFree
        ? demand(ProofRule.Proof.NONE, asOwner().withoutPassphrase())
        : demandOfChange(tx);
  }

  /** Returns a demand for at least this proof. */
  protected static OwnerPresence.Demand demand(ProofRule.Proof least, OwnerOptions given) {
    return new OwnerPresence.Demand(
        least, "agents hold tokens, and anybody can make a terminal", given);
  }
}
