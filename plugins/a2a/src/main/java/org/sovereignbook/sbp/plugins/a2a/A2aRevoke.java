package org.sovereignbook.sbp.plugins.a2a;

import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a revoke}: ends the tokens of a client. */
@Command(name = "revoke", description = "end all tokens of a client at once")
@Example("sbp a2a revoke ci")
@Prints(A2aRevoke.Revoked.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no client is called that")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it has none")
@ForOwner
final class A2aRevoke extends SocietyCommand<A2aRevoke.Revoked> {
  @Parameters(paramLabel = "CLIENT", description = "its name")
  String client = "";

  /**
   * A client without tokens.
   *
   * @param tokens how many it had
   */
  record Revoked(String client, int tokens) {}

  @Override
  protected Revoked work(Transaction tx, Caller caller) {
    Principal principal = A2aClient.named(tx, client);
    int tokens = A2aClient.revoke(tx, principal);
    if (tokens > 0) {
      boolean _ =
          tx.append(
              LedgerEvent.of(
                  "a2a:" + tx.newId() + ":revoked",
                  "a2a.revoked",
                  caller.authority(),
                  A2aClient.subject(principal)));
    }
    return new Revoked(client, tokens);
  }

  @Override
  protected ExitCode show(Output output, Revoked revoked) {
    output.line(revoked.tokens() == 0 ? "it has no tokens" : "revoked: " + revoked.tokens());
    return output.done(revoked, revoked.tokens() > 0);
  }
}
