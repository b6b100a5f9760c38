package org.sovereignbook.sbp.cli.rules;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NewPassphrase;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp access passphrase}: sets the passphrase that approvals and grants ask for. */
@Command(
    name = "passphrase",
    description = "set the passphrase by which you approve and grant while agents work",
    footer = {
      "It is asked for while an agent holds a token, since any program can make a terminal.",
      "Set the first one while none does. To set another, the present one is asked for. The first",
      "one also comes from --passphrase-file FILE, which is made, with one in it, if it is not",
      "there. Another proof, or none:  sbp access proof"
    })
@Synonyms("password")
@Example("sbp access passphrase")
@Exit(
    code = ExitCode.REFUSED,
    means = "the present one was not given, agents hold tokens; or " + OwnerCommand.PRESENCE)
@Exit(code = ExitCode.NOT_FOUND, means = "there is none to remove")
final class PassphraseCommand extends OwnerCommand<PassphraseCommand.Passphrase> {
  @Option(names = "--remove", description = "remove it: then a terminal is enough again")
  boolean remove;

  private String next = "";
  private boolean isAskedFor = true;

  /** Whether a passphrase is set. */
  record Passphrase(boolean isSet) {}

  @Override
  protected OwnerPresence.Demand demand(Transaction tx) {
    return remove ? demandOfChange(tx) : demandOfFirst(tx);
  }

  @Override
  protected void prepare(Session session) {
    if (!remove) {
      Optional<Path> file = asOwner().passphraseFile().filter(_ -> !isSet(session));
      next = new NewPassphrase(session).of(file);
    }
  }

  /** Returns whether one is set: then the given file holds the present one. */
  private static boolean isSet(Session session) {
    try (Ledger ledger = session.ledger(session.node())) {
      return ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).isSet());
    }
  }

  @Override
  protected Passphrase work(Transaction tx, Caller caller) {
    OwnerPassphrase passphrase = new OwnerPassphrase(tx);
    if (remove) {
      passphrase.remove(caller.authority());
    } else {
      passphrase.set(caller.authority(), next);
    }
    isAskedFor = new ProofRule(tx).proof() == ProofRule.Proof.PASSPHRASE;
    return new Passphrase(!remove);
  }

  @Override
  protected ExitCode show(Output output, Passphrase now) {
    output.line(
        now.isSet()
            ? isAskedFor
                ? "set: while agents hold tokens, what lets others do more asks for it"
                : "set; nothing asks for it until you decide so:  sbp access proof passphrase"
            : "removed: while agents hold tokens, only a key of yours proves you, or sbp access"
                + " proof");
    return output.done(now);
  }
}
