package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.model.judgment.CallTimes;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp team runs}: the runs of teams, or what happened in one of them. */
@Command(
    name = "runs",
    description = "the runs of teams, or one with its attempts, reviews and mail",
    footer = "Ended runs are kept for teams.keep_days.")
@Example("sbp team runs")
@Prints({TeamRunsCommand.Listed.class, TeamRunRecord.class})
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such run")
@ForOwner
final class TeamRunsCommand extends NodeCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "a run, which is shown whole")
  Optional<String> id = Optional.empty();

  @Mixin PageOptions page = PageOptions.whole(50);

  /**
   * A run in the list.
   *
   * @param tasks how many it has; 0 for {@code team up}
   * @param completed how many of them are completed
   */
  record Brief(
      String run,
      String title,
      Optional<String> label,
      Instant from,
      Optional<Instant> to,
      String state,
      int members,
      long tasks,
      long completed) {

    static Brief of(Transaction tx, TeamRuns.Run run, boolean watched) {
      String counted =
          "SELECT COUNT(*) FROM task WHERE id IN (SELECT task FROM task_label WHERE label = ?)";
      String label = run.label().orElse("");
      return new Brief(
          run.id(),
          TeamRunRecord.title(tx, run),
          run.label(),
          Instant.ofEpochMilli(run.startedMs()),
          run.endedMs().map(Instant::ofEpochMilli),
          TeamStatus.state(run, watched),
          TeamRuns.members(tx, run.id()).size(),
          tx.number(counted, label),
          tx.number(counted + " AND state = 'completed'", label));
    }
  }

  /** Runs, the newest first. */
  record Listed(List<Brief> runs, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    boolean watched = TeamSupervision.isAtWork(node);
    try (Ledger ledger = session.ledger(node)) {
      return id.isPresent()
          ? show(session, ledger, id.get(), watched)
          : list(session, ledger, watched);
    }
  }

  private ExitCode list(Session session, Ledger ledger, boolean watched) {
    Page<Brief> found =
        ledger.read(
            tx ->
                page.of(
                    TeamRuns.all(tx).stream().map(run -> Brief.of(tx, run, watched)), Brief::run));
    Table table =
        Table.of("run", "state", "from", "members", "tasks", "completed", "title").whole("run");
    for (Brief run : found.items()) {
      table.row(
          run.run(),
          run.state(),
          run.from().toString(),
          Integer.toString(run.members()),
          Long.toString(run.tasks()),
          Long.toString(run.completed()),
          PeerText.plain(run.title()));
    }
    session.output().table(table, "no team has worked here yet; begin:  sbp team run TASK");
    found.end().print(session.output());
    return session.output().list(new Listed(found.items(), found.end()));
  }

  private static ExitCode show(Session session, Ledger ledger, String id, boolean watched) {
    TeamRuns.Run run =
        ledger
            .read(tx -> TeamRuns.find(tx, id))
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "there is no run " + PeerText.plain(id), "all runs:  sbp team runs"));
    CallTimes calls = CallTimes.since(session.node(), Instant.ofEpochMilli(run.startedMs()));
    TeamRunRecord found = ledger.read(tx -> TeamRunRecord.of(tx, run, watched, calls));
    session.output().lines(found.lines());
    return session.output().done(found);
  }
}
