package org.sovereignbook.sbp.cli.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp access passphrase}: sets the passphrase that approvals and grants ask for. */
@Command(
    name = "passphrase",
    description = "set the passphrase by which you approve and grant while agents work",
    footer = {
      "It is asked for as soon as an agent holds a token, since any program can make a terminal.",
      "Set the first one while none does. To set another, the present one is asked for."
    })
@Synonyms("password")
@Example("sbp access passphrase")
@Prints(PassphraseCommand.Passphrase.class)
@Exit(
    code = ExitCode.REFUSED,
    means = "the present one was not given, agents hold tokens; or " + OwnerCommand.PRESENCE)
@Exit(code = ExitCode.NOT_FOUND, means = "there is none to remove")
final class PassphraseCommand extends OwnerCommand<PassphraseCommand.Passphrase> {
  @Option(names = "--remove", description = "remove it: then a terminal is enough again")
  boolean remove;

  private String next = "";

  /** Whether a passphrase is set. */
  record Passphrase(boolean isSet) {}

  @Override
  protected boolean changesProofs() {
    return true;
  }

  @Override
  protected void prepare(Session session) {
    if (remove) {
      return;
    }
    Question question = new Question(session);
    if (!question.canBeAsked()) {
      throw CliException.wrong("a passphrase is typed at a terminal, without --json");
    }
    try {
      next = question.askSecretly("new passphrase:");
      if (!next.equals(question.askSecretly("once more:"))) {
        throw CliException.wrong("the two differ: nothing was changed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
    return new Passphrase(!remove);
  }

  @Override
  protected ExitCode show(Output output, Passphrase now) {
    output.line(
        now.isSet()
            ? "set: approvals and grants ask for it while agents hold tokens"
            : "removed: while agents hold tokens nothing can be approved at a terminal");
    return output.done(now);
  }
}
