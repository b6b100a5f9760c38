package org.sovereignbook.sbp.plugins.a2a;

import java.time.Duration;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a token}: a bearer token for a client. */
@Command(
    name = "token",
    description = "make a bearer token for a client",
    footer = {
      "It is shown once and kept as its hash. The client sends it as Authorization: Bearer TOKEN.",
      "To end all of a client:  sbp a2a revoke CLIENT"
    })
@Example("sbp a2a token ci --hours 24")
@Prints(A2aToken.Made.class)
@Exit(code = ExitCode.REFUSED, means = "the name is the owner's or an agent's")
@ForOwner
final class A2aToken extends WideningCommand<A2aToken.Made> {
  private static final int MAX_HOURS = 24 * 366;

  @Parameters(
      paramLabel = "CLIENT",
      description = "its name, as sbp entity has it; new ones are added")
  String client = "";

  @Option(names = "--hours", paramLabel = "N", description = "how long it is good (720)")
  @Range.Of(min = 1, max = MAX_HOURS)
  int hours = 720;

  /**
   * A new token.
   *
   * @param token the token itself; never shown again
   */
  record Made(String client, Principal principal, String token, Timestamp expiresAt) {
    @Override
    public String toString() {
      return "Made[" + client + "]";
    }
  }

  @Override
  protected Made work(Transaction tx, Caller caller) {
    Principal principal = A2aClient.findOrAdd(tx, client, caller.authority());
    Duration time = Duration.ofHours(hours);
    String token = A2aClient.issue(tx, principal, time, caller.authority());
    boolean _ =
        tx.append(
            LedgerEvent.of(
                "a2a:" + tx.newId() + ":token",
                "a2a.token",
                caller.authority(),
                A2aClient.subject(principal)));
    return new Made(client, principal, token, new Timestamp(tx.now().plus(time)));
  }

  @Override
  protected ExitCode show(Output output, Made made) {
    output.line(made.token());
    output.note("%s's until %s; shown only now".formatted(made.client(), made.expiresAt()));
    return output.done(made);
  }
}
