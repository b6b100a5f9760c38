package org.sovereignbook.sbp.cli.sessions;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import picocli.CommandLine.Mixin;

/** The list of sessions. */
abstract class SessionListing extends SocietyCommand<SessionListing.Listed> {
  @Mixin PageOptions page = PageOptions.whole(100);

  record Listed(List<Row> sessions, @Shape.Inline Page.End end) {}

  /**
   * A session.
   *
   * @param state running, waiting or idle
   * @param waiting the number of messages that wait
   */
  @Shape.Def("session_row")
  record Row(
      String label,
      String persona,
      String agent,
      Optional<String> head,
      long turns,
      String state,
      long waiting) {}

  @Override
  protected String tool() {
    return "session_list";
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Page<Row> rows =
        page.behind(
            new Sessions(tx)
                .list(caller, page.after().orElse(""), page.toRead()).stream()
                    .map(session -> row(tx, session))
                    .iterator(),
            Row::label);
    return new Listed(rows.items(), rows.end());
  }

  private static Row row(Transaction tx, AgentSession session) {
    long waiting = new MessageQueue(tx).waitingIn(session.label());
    boolean isRunning = new TurnLog(tx).running(session.label()).isPresent();
    return new Row(
        session.label(),
        session.persona(),
        session.agent(),
        session.head(),
        new Sessions(tx).turns(session),
        isRunning ? "running" : waiting > 0 ? "waiting" : "idle",
        waiting);
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Table table = Table.of("SESSION", "AGENT", "TURNS", "STATE", "WAITING");
    for (Row row : listed.sessions()) {
      table.row(
          PeerText.plain(row.label()),
          row.agent(),
          Long.toString(row.turns()),
          row.state(),
          Long.toString(row.waiting()));
    }
    output.table(table, "no sessions yet; begin one:  sbp chat");
    listed.end().print(output);
    return output.list(listed);
  }
}
