package org.sovereignbook.sbp.cli.rules;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Widening;
import picocli.CommandLine.Option;

/**
 * A command for the owner in person: at a terminal, or from elsewhere with a proof. Every other
 * caller is refused, and the refusal is written to the audit log.
 */
abstract class OwnerCommand<R> extends SocietyCommand<R> implements Widening {
  public static final String PRESENCE = "you are an agent, or there is no person at the terminal";

  @Option(
      names = "--proof",
      paramLabel = "PROOF",
      description = "where no terminal is: what sbp access prove has printed for these very words")
  Optional<String> proof = Optional.empty();

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

  /** Returns whether it changes the owner's proofs. */
  protected boolean changesProofs() {
    return false;
  }

  private void requirePresence(Session session) {
    Optional<String> problem =
        call(session).as().isPresent()
            ? Optional.of("an agent cannot give this answer")
            : new OwnerPresence(session).problem(proof.isPresent());
    try (Ledger ledger = session.ledger(session.node())) {
      Optional<String> why =
          problem.isPresent() || proof.isEmpty()
              ? problem
              : ledger.<Optional<String>>write(
                  tx -> new OwnerProof(tx).problem(proof.get(), tool(), call(session).arguments()));
      if (why.isPresent()) {
        throw Permissions.refuse(ledger, call(session), why.get(), remedies(session));
      }
      if (proof.isEmpty() && ledger.<Boolean>read(this::needsPassphrase)) {
        asks(session, ledger);
        new OwnerPresence(session)
            .requirePassphrase(
                ledger,
                call(session),
                "anybody can make a terminal",
                "or with a key of yours:  sbp access key --challenge");
      }
    }
  }

  /**
   * Returns whether to ask for the passphrase. The first one can be set when no token is valid;
   * after that it is always asked for.
   */
  private boolean needsPassphrase(Transaction tx) {
    OwnerPassphrase passphrase = new OwnerPassphrase(tx);
    return changesProofs()
        ? passphrase.isSet() || passphrase.hasAgentsNow()
        : passphrase.hasAgents() && widens(tx);
  }

  /** Returns the hints; a key is named only to a caller that could use one. */
  private String[] remedies(Session session) {
    String again = "with a key of yours and a new nonce:  sbp access key --challenge";
    boolean mayProve =
        call(session).as().isEmpty() && new OwnerPresence(session).problem(true).isEmpty();
    String there = "at your terminal:  sbp access requests";
    return mayProve ? new String[] {there, again} : new String[] {there};
  }
}
