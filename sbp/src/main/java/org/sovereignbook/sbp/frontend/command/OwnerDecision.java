package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.StoreException;

/**
 * The owner's first decision on what proves that it is the owner, made before agents work: a
 * passphrase or none. It is asked for once, in one line, at a terminal at which the owner types.
 */
public record OwnerDecision(Session session) {
  private static final String QUESTION =
      "a passphrase for you, asked for while agents work"
          + " (Enter: none, then any process of yours that no agent started counts as you):";

  private static final String AGAIN = "another passphrase (Enter: decide later):";
  private static final int MOST_TRIES = 3;

  /** Asks for these nodes, unless all are decided, nobody is there, or a token counts. */
  public void ask(List<Node> nodes) throws IOException {
    if (!new Question(session).canBeAsked() || !SocietyCommand.isOwnerTyping(session.world())) {
      return;
    }
    List<Node> open = nodes.stream().filter(this::isOpen).toList();
    // What was typed before the question is no answer to it.
    if (open.isEmpty()
        || session.world().terminal().hasInput()
        || !session.world().terminal().isForeground()) {
      return;
    }
    Optional<String> answer = answer();
    if (answer.isPresent()) {
      open.forEach(node -> decide(node, answer.get()));
    }
  }

  private Optional<String> answer() throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Optional<String> typed =
          new Question(session).askSecretlyOrEnd(tries == 0 ? QUESTION : AGAIN);
      if (typed.isEmpty() || typed.get().isEmpty()) {
        return tries == 0 ? typed : Optional.empty();
      }
      try {
        OwnerPassphrase.requireGood(typed.get());
        return Optional.of(new NewPassphrase(session).typed(typed.get()));
      } catch (SocietyException | CliException e) {
        session.output().note(String.valueOf(e.getMessage()));
      }
    }
    return Optional.empty();
  }

  /** Sets the passphrase of a new node from a file. */
  public void set(Node node, Path file) {
    decide(node, new NewPassphrase(session).of(file));
  }

  private void decide(Node node, String passphrase) {
    Authority owner = Authority.of(Principal.OWNER, "command");
    try (Ledger ledger = session.ledger(node)) {
      ledger.run(
          tx -> {
            if (!isOpen(tx)) {
              return;
            }
            if (!passphrase.isEmpty()) {
              new OwnerPassphrase(tx).set(owner, passphrase);
            }
            new ProofRule(tx)
                .decide(
                    owner,
                    passphrase.isEmpty() ? ProofRule.Proof.NONE : ProofRule.Proof.PASSPHRASE);
          });
    }
    session
        .output()
        .note(
            (passphrase.isEmpty() ? "no passphrase" : "the passphrase is set")
                + "; to change that:  sbp access proof");
  }

  private boolean isOpen(Node node) {
    try (Ledger ledger = session.ledger(node)) {
      return ledger.<Boolean>read(OwnerDecision::isOpen);
    } catch (StoreException e) {
      // The command that follows reports it.
      return false;
    }
  }

  private static boolean isOpen(Transaction tx) {
    return new ProofRule(tx).decided().isEmpty()
        && !new ProofRule(tx).hasTokens()
        && !new OwnerPassphrase(tx).isSet()
        && new OwnerProof(tx).keys().isEmpty();
  }
}
