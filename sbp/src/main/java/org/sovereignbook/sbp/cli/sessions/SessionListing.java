package org.sovereignbook.sbp.cli.sessions;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionFilter;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The list of sessions, the one used last first. */
abstract class SessionListing extends SocietyCommand<SessionListing.Listed> {
  private static final String BEFORE_LABEL = " ";

  @Mixin PageOptions page = PageOptions.whole(100);

  @Option(names = "--agent", paramLabel = "AGENT", description = "only those of this agent")
  Optional<String> agent = Optional.empty();

  @Option(names = "--persona", paramLabel = "PERSONA", description = "only those of this persona")
  Optional<String> persona = Optional.empty();

  @Option(names = "--state", paramLabel = "STATE", description = "running, waiting or idle")
  Optional<SessionFilter.State> state = Optional.empty();

  @Option(
      names = "--of",
      paramLabel = "SESSION",
      description = "those that do the work of this session; without a filter they are folded")
  @ToolArgument.Of(text = "those that work for this session")
  Optional<String> parent = Optional.empty();

  @Option(names = "--archived", description = "those that were put away")
  @ToolArgument.Of(text = "those put away")
  boolean isArchived;

  @Option(names = "--all", description = "folded ones and those put away, too")
  boolean isAll;

  record Listed(List<Row> sessions, @Shape.Inline Page.End end) {}

  /**
   * A session.
   *
   * @param state running, waiting or idle
   * @param waiting the number of messages that wait
   * @param usedAt when a message came or a turn ended
   * @param parent the session whose work it does
   * @param dispatched the number of sessions that do its work
   */
  @Shape.Def("session_row")
  record Row(
      String label,
      String persona,
      String agent,
      Optional<String> head,
      long turns,
      String state,
      long waiting,
      Timestamp usedAt,
      Optional<String> parent,
      long dispatched,
      boolean archived) {}

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    SessionFilter filter =
        new SessionFilter(
            agent,
            persona,
            state,
            parent.map(name -> new Sessions(tx).seen(caller, name).label()),
            isArchived,
            isAll);
    Page<Row> rows =
        page.behind(
            filter.list(tx, caller, place(), page.toRead()).stream()
                .map(session -> row(tx, session))
                .iterator(),
            row -> row.usedAt().instant().toEpochMilli() + BEFORE_LABEL + row.label());
    return new Listed(rows.items(), rows.end());
  }

  /** Returns the place behind the page before, which is a time and a label. */
  private Optional<SessionFilter.Place> place() {
    return page.after()
        .map(
            cursor -> {
              int end = cursor.indexOf(BEFORE_LABEL);
              try {
                return new SessionFilter.Place(
                    Instant.ofEpochMilli(Long.parseLong(cursor.substring(0, Math.max(0, end)))),
                    cursor.substring(end + 1));
              } catch (NumberFormatException e) {
                throw page.noCursor();
              }
            });
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
        waiting,
        new Timestamp(session.times().usedAt()),
        SessionFilter.parent(tx, session.label()),
        SessionFilter.dispatched(tx, session.label()),
        session.times().archivedAt().isPresent());
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Timestamp now = session().node().now();
    Table table = Table.of("SESSION", "AGENT", "TURNS", "STATE", "WAITING", "USED");
    for (Row row : listed.sessions()) {
      String folded = row.dispatched() == 0 ? "" : "  (+" + row.dispatched() + ")";
      table.row(
          PeerText.plain(row.label()) + folded,
          row.agent(),
          Long.toString(row.turns()),
          row.state(),
          Long.toString(row.waiting()),
          Wording.ago(row.usedAt(), now));
    }
    output.table(
        table,
        isFiltered() || isAll ? "no such sessions" : "no sessions in use; begin one:  sbp chat");
    listed.sessions().stream()
        .filter(row -> row.dispatched() > 0 && !isAll)
        .findFirst()
        .ifPresent(row -> output.line("+N do its work:  sbp session list --of " + row.label()));
    listed.end().print(output);
    return output.list(listed);
  }

  private boolean isFiltered() {
    return agent.isPresent()
        || persona.isPresent()
        || state.isPresent()
        || parent.isPresent()
        || isArchived;
  }
}
