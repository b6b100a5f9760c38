package org.sovereignbook.sbp.plugins.a2a;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a close}: takes no more work of clients for an agent. */
@Command(
    name = "close",
    description = "take no more work of clients for an agent",
    footer = "Work that nobody may give it any more ends with it, and its clients are told.")
@Example("sbp a2a close coder")
@Prints(A2aClose.Closed.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no agent, or no client, is called that")
@Exit(code = ExitCode.REFUSED, means = "it is open for that client by a wider opening")
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
   * @param ended how many tasks of clients have ended with it
   * @param stillFor for whom it is open all the same
   */
  record Closed(String agent, boolean closed, int ended, List<String> stillFor) {}

  @Override
  protected Closed work(Transaction tx, Caller caller) {
    Agent agent = Agents.named(tx, name);
    String id = agent.id().hex();
    Optional<String> reach = whom.map(word -> Opening.reach(tx, word));
    int closed =
        reach.isPresent()
            ? tx.update("DELETE FROM a2a_opening WHERE agent = ? AND reach = ?", id, reach.get())
            : tx.update("DELETE FROM a2a_opening WHERE agent = ?", id);
    List<String> stillFor =
        Opening.of(tx, id).stream()
            .filter(one -> reach.isEmpty() || one.covers(reach.get()))
            .map(one -> one.who(tx))
            .toList();
    if (closed == 0 && !stillFor.isEmpty()) {
      throw SocietyException.refused(
          "open-for-more",
          "%s is not open for %s by itself, but for %s, so this would end nothing"
              .formatted(agent.name(), PeerText.quote(whom.orElse("")), stillFor.getFirst()),
          "close that:  sbp a2a close %s --for %s".formatted(agent.name(), stillFor.getFirst()),
          "or deny one client by a policy for the channel a2a:  docs/access.md");
    }
    if (closed > 0) {
      boolean _ =
          tx.append(
              LedgerEvent.of(
                  "a2a:" + tx.newId() + ":closed",
                  "a2a.closed",
                  caller.authority(),
                  agent.subject()));
    }
    return new Closed(
        agent.name(), closed > 0, A2aTasks.endClosed(tx, id, caller.authority()), stillFor);
  }

  @Override
  protected ExitCode show(Output output, Closed closed) {
    OpenFile.renew(session());
    output.line(closed.closed() ? "closed" : closed.agent() + " is not open");
    if (closed.ended() > 0) {
      output.line(Wording.counted(closed.ended(), "task") + " of clients ended with it");
    }
    closed
        .stillFor()
        .forEach(one -> output.note("it is still open for " + one + ", which covers them, too"));
    return output.done(closed, closed.closed());
  }
}
