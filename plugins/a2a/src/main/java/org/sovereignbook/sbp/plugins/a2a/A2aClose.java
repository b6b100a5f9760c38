package org.sovereignbook.sbp.plugins.a2a;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a close}: takes no more work of clients for an agent. */
@Command(
    name = "close",
    description = "take no more work of clients for an agent",
    footer = "Tasks that are on the board stay there:  sbp task list --label a2a")
@Example("sbp a2a close coder")
@Prints(A2aClose.Closed.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no agent is called that")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it is not open")
@ForOwner
final class A2aClose extends SocietyCommand<A2aClose.Closed> {
  @Parameters(paramLabel = "AGENT", description = "its name or id")
  String name = "";

  @Option(
      names = "--for",
      paramLabel = "WHOM",
      description = "everybody, peers, or the name of a client; else for all")
  Optional<String> whom = Optional.empty();

  /**
   * An agent after it was closed.
   *
   * @param closed whether it was open
   */
  record Closed(String agent, boolean closed) {}

  @Override
  protected Closed work(Transaction tx, Caller caller) {
    Agent agent = Agents.named(tx, name);
    String id = agent.id().hex();
    int closed =
        whom.isPresent()
            ? tx.update(
                "DELETE FROM a2a_opening WHERE agent = ? AND reach = ?",
                id,
                A2aClient.find(tx, whom.get()).map(Object::toString).orElse(whom.get()))
            : tx.update("DELETE FROM a2a_opening WHERE agent = ?", id);
    if (closed > 0) {
      boolean _ =
          tx.append(
              LedgerEvent.of(
                  "a2a:" + tx.newId() + ":closed",
                  "a2a.closed",
                  caller.authority(),
                  agent.subject()));
    }
    return new Closed(agent.name(), closed > 0);
  }

  @Override
  protected ExitCode show(Output output, Closed closed) {
    OpenFile.renew(session());
    output.line(closed.closed() ? "closed" : closed.agent() + " is not open");
    return output.done(closed, closed.closed());
  }
}
