package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.net.http.HttpPeerClient;

/**
 * A command about one task of a remote agent. What it wants is stored with its permission; then the
 * agent is called, and the task is shown as it is after that.
 */
abstract class RemoteCommand extends SocietyCommand<RemoteTask> {
  /** Returns how long it waits for the task. */
  Duration patience() {
    return Duration.ZERO;
  }

  /** The agent's words are shown when it has answered, so they count before. */
  @Override
  protected List<Authority> shown(Transaction tx, RemoteTask task) {
    return List.of(KnownAgent.authority(tx, task.worker()));
  }

  @Override
  protected ExitCode show(Output output, RemoteTask stored) {
    try (Ledger ledger = session().ledger(session().node())) {
      if (!stored.state().isEnd()) {
        follow(ledger, stored.id());
      }
      return ledger
          .<RemoteView>read(tx -> RemoteView.of(tx, new RemoteTasks(tx).require(stored.id())))
          .print(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private void follow(Ledger ledger, String id) throws InterruptedException {
    try (HttpPeerClient client = CardFetch.client(ledger.node())) {
      RemoteCalls calls =
          new RemoteCalls(
              ledger.node(),
              client,
              new RemoteTokens(ledger.node(), session().world().environment()));
      new RemoteStep(ledger, calls).follow(id, patience());
    }
  }
}
