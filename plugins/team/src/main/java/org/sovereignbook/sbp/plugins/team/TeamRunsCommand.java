package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

/**
 * {@code sbp team runs}: the runs of teams, of swarms and of dispatches, or what happened in one.
 */
@Command(
    name = "runs",
    description = "the runs of teams, swarms and dispatches, or what one did",
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
      @Shape.Inline TeamRunRecord.About about,
      Instant from,
      Optional<Instant> to,
      String state,
      int members,
      long tasks,
      long completed) {

    static Brief of(Transaction tx, RunWork work) {
      String counted =
          "SELECT COUNT(*) FROM task WHERE id IN (SELECT task FROM task_label WHERE label = ?)";
      String label = work.label().orElse("");
      return new Brief(
          work.about(),
          work.from(),
          work.to(),
          work.state(),
          work.agents().size(),
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

  /** A run before it is read: most of a list is not shown. */
  private record Unread(String run, Instant from, Supplier<Brief> brief) {
    private static final Comparator<Unread> NEWEST_FIRST =
        Comparator.comparing(Unread::from).reversed().thenComparing(Unread::run);

    static Unread of(Transaction tx, RunWork work) {
      return new Unread(work.id(), work.from(), () -> Brief.of(tx, work));
    }
  }

  /** Returns all runs, the newest first. */
  private static Stream<Brief> all(Transaction tx, boolean watched) {
    List<RunWork> ofFeatures = RunWork.ofFeatures(tx);
    List<RunWork> ofTeams =
        TeamRuns.all(tx).stream().map(run -> RunWork.of(tx, run, watched, ofFeatures)).toList();
    Set<Optional<String>> labels = ofTeams.stream().map(RunWork::label).collect(Collectors.toSet());
    return Stream.of(
            ofTeams.stream().map(work -> Unread.of(tx, work)),
            ofFeatures.stream()
                .filter(work -> !labels.contains(work.label()))
                .map(work -> Unread.of(tx, work)),
            DispatchRunReader.list(tx).stream()
                .map(
                    one ->
                        new Unread(
                            one.run(), one.at(), () -> DispatchRunReader.brief(tx, one.run()))))
        .flatMap(runs -> runs)
        .sorted(Unread.NEWEST_FIRST)
        .map(one -> one.brief().get());
  }

  private ExitCode list(Session session, Ledger ledger, boolean watched) {
    Page<Brief> found = ledger.read(tx -> page.of(all(tx, watched), run -> run.about().run()));
    Table table =
        Table.of("run", "kind", "state", "from", "members", "tasks", "completed", "title")
            .whole("run");
    for (Brief run : found.items()) {
      table.row(
          run.about().run(),
          run.about().kind(),
          run.state(),
          run.from().toString(),
          Integer.toString(run.members()),
          Long.toString(run.tasks()),
          Long.toString(run.completed()),
          PeerText.plain(run.about().title()));
    }
    session.output().table(table, "no team has worked here yet; begin:  sbp team run TASK");
    found.end().print(session.output());
    return session.output().list(new Listed(found.items(), found.end()));
  }

  private static ExitCode show(Session session, Ledger ledger, String id, boolean watched) {
    TeamRunRecord found =
        ledger
            .read(tx -> found(tx, id, watched))
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "there is no run " + PeerText.plain(id), "all runs:  sbp team runs"));
    session.output().lines(found.lines());
    return session.output().done(found);
  }

  private static Optional<TeamRunRecord> found(Transaction tx, String id, boolean watched) {
    List<RunWork> ofFeatures = RunWork.ofFeatures(tx);
    Optional<RunWork> work =
        TeamRuns.find(tx, id)
            .map(run -> RunWork.of(tx, run, watched, ofFeatures))
            .or(() -> ofFeatures.stream().filter(one -> one.id().equals(id)).findFirst());
    return work.isPresent()
        ? Optional.of(
            new TeamRunReader(tx, work.get(), CallTimes.since(tx.node(), work.get().from())).read())
        : DispatchRunReader.read(tx, id);
  }
}
