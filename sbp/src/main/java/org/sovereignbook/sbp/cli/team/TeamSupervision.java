package org.sovereignbook.sbp.cli.team;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.agents.Agents;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.board.Board;
import org.sovereignbook.sbp.board.Plan;
import org.sovereignbook.sbp.board.PlannedTask;
import org.sovereignbook.sbp.board.Worker;
import org.sovereignbook.sbp.cli.command.Cleanup;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Screen;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.cli.up.Child;
import org.sovereignbook.sbp.cli.up.ChildState;
import org.sovereignbook.sbp.cli.up.Supervisor;
import org.sovereignbook.sbp.cli.up.UpRun;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.mail.Sending;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.protocol.MailType;
import org.sovereignbook.sbp.team.Incarnation;
import org.sovereignbook.sbp.team.Team;
import org.sovereignbook.sbp.team.TeamFiles;
import org.sovereignbook.sbp.team.TeamMember;
import org.sovereignbook.sbp.team.TeamRuns;
import org.sovereignbook.sbp.team.TeamSettings;

/**
 * The process that watches over a team: starts a process for each member, starts again what dies,
 * wakes who sleeps when there is something to do, and ends all of them, by mail, then by signals.
 */
final class TeamSupervision {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final String LABEL = "run:";

  private final Session session;
  private final Node node;
  private final TeamFiles files;

  TeamSupervision(Session session, Node node, TeamFiles files) {
    this.session = session;
    this.node = node;
    this.files = files;
  }

  /** Whether somebody watches over a team of this node. */
  static boolean isAtWork(Node node) {
    return NodeLock.holder(lockFile(node)).isPresent();
  }

  private static Path lockFile(Node node) {
    return node.home().operational().resolve("team.lock");
  }

  /**
   * Does one task to its end.
   *
   * @param task empty to go on with the last run
   */
  ExitCode run(Optional<String> task) throws IOException, InterruptedException {
    return supervise(
        ledger -> task.isPresent() ? ledger.write(tx -> begin(tx, task.get())) : last(ledger));
  }

  /** Does whatever is on the board, until it is told to end. */
  ExitCode up() throws IOException, InterruptedException {
    return supervise(
        ledger ->
            ledger.write(
                tx ->
                    TeamRuns.begin(
                        tx,
                        owner().authority(),
                        Optional.empty(),
                        Optional.empty(),
                        files.file())));
  }

  private static Caller owner() {
    return Caller.owner("team");
  }

  private interface Begin {
    TeamRuns.Run run(Ledger ledger);
  }

  private ExitCode supervise(Begin begin) throws IOException, InterruptedException {
    Team team = files.read();
    new TeamChecks(session, node, team).requireBackends();
    try (NodeLock _ = lock();
        Ledger ledger = session.ledger(node);
        Cleanup cleanup = Cleanup.start()) {
      Agents.ensureOfTheNode(ledger);
      boolean _ =
          ledger.write(
              tx -> {
                Incarnation.enrol(tx, team);
                return true;
              });
      TeamRuns.Run run = begin.run(ledger);
      Optional<Screen> screen =
          session.output().isJson() ? Optional.empty() : Screen.open(session.world());
      TeamView view = new TeamView(session.output(), screen);
      Supervisor supervisor =
          new Supervisor(
              child -> start(ledger, run, team, child),
              session.world().clock(),
              (child, line) -> view.line(child.name() + ": " + line));
      cleanup.add(() -> end(ledger, run, supervisor, team, view));
      for (TeamMember member : team.members()) {
        keep(supervisor, run, member);
      }
      ExitCode exit = watch(ledger, run, team, supervisor, view);
      cleanup.finish();
      return exit == ExitCode.DONE ? report(ledger, run) : exit;
    }
  }

  private NodeLock lock() {
    return NodeLock.tryAcquire(lockFile(node), "sbp team", node.now(), node.randomId())
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.BUSY,
                    "a team is at work here already: "
                        + NodeLock.holder(lockFile(node)).map(Object::toString).orElse("another"),
                    "see it:  sbp team status",
                    "stop it:  sbp team stop"));
  }

  private TeamRuns.Run begin(Transaction tx, String task) throws SQLException {
    Team team = files.read();
    String label = LABEL + tx.newId();
    String title = title(task);
    PlannedTask root =
        new PlannedTask(
            Optional.empty(),
            title,
            Optional.of(task).filter(text -> !text.equals(title)),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(label)),
            team.hasPlanner() ? Optional.of("planner") : Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    String id =
        Board.in(tx).add(Plan.of(List.of(root)), Worker.of(owner()), Optional.empty()).getFirst();
    return TeamRuns.begin(
        tx, owner().authority(), Optional.of(label), Optional.of(id), files.file());
  }

  /** Its first line, as far as a title goes. */
  private static String title(String task) {
    String line = task.strip().lines().findFirst().orElse("").strip();
    int end = Math.min(line.length(), PlannedTask.MAX_TITLE_CHARACTERS);
    return line.substring(0, end).strip();
  }

  /** The last run of one task, which goes on as it stands on the board. */
  private TeamRuns.Run last(Ledger ledger) {
    TeamRuns.Run last =
        ledger
            .read(TeamRuns::newest)
            .filter(run -> run.root().isPresent())
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "there is no run to go on with", "begin one:  sbp team run TASK"));
    return ledger.write(
        tx -> {
          TeamRuns.resume(tx, last.id());
          return TeamRuns.find(tx, last.id()).orElseThrow();
        });
  }

  private void keep(Supervisor supervisor, TeamRuns.Run run, TeamMember member) {
    CompletableFuture<Boolean> _ =
        supervisor.keep(
            Child.untilDone(
                node,
                member.id(),
                "team",
                "work",
                member.id(),
                "--run",
                run.id(),
                "--file",
                files.file().toAbsolutePath().toString()));
  }

  private Process start(Ledger ledger, TeamRuns.Run run, Team team, Child child)
      throws IOException {
    TeamMember member = team.member(child.name()).orElseThrow();
    Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run, member));
    return UpRun.start(
        session.world(),
        child,
        Map.of(
            SocietyCommand.TOKEN_VARIABLE, begun.token(), SocietyCommand.CHANNEL_VARIABLE, "team"));
  }

  private ExitCode watch(
      Ledger ledger, TeamRuns.Run run, Team team, Supervisor supervisor, TeamView view)
      throws InterruptedException {
    while (true) {
      view.show(TeamStatus.of(ledger, run, true), supervisor.states());
      if (supervisor.gaveUp().isDone()) {
        return supervisor.gaveUp().join();
      }
      if (isOver(ledger, run)) {
        return ExitCode.DONE;
      }
      wake(ledger, run, team, supervisor);
      try {
        supervisor.gaveUp().get(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // Nothing has failed: look again.
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static boolean isOver(Ledger ledger, TeamRuns.Run run) {
    return ledger.read(
        tx ->
            TeamRuns.find(tx, run.id()).orElseThrow().state() != TeamRuns.State.RUNNING
                || (run.label().isPresent()
                    && Board.in(tx).labelled(run.label().get()).stream()
                        .noneMatch(task -> task.state().isOpen())));
  }

  /** Who has ended for want of work is started again when there is some. */
  private void wake(Ledger ledger, TeamRuns.Run run, Team team, Supervisor supervisor) {
    for (ChildState state : supervisor.states()) {
      if (state.ended()) {
        TeamMember member = team.member(state.child().name()).orElseThrow();
        if (ledger.<Boolean>write(tx -> Incarnation.isNeeded(tx, run, member))) {
          keep(supervisor, run, member);
        }
      }
    }
  }

  /** By mail, then by a signal, at last by the one that nobody can refuse. */
  private void end(
      Ledger ledger, TeamRuns.Run run, Supervisor supervisor, Team team, TeamView view) {
    supervisor.startNoMore();
    view.close();
    try {
      boolean _ =
          ledger.write(
              tx -> {
                TeamRuns.become(tx, run.id(), TeamRuns.State.STOPPING);
                for (TeamMember member : team.members()) {
                  shutdown(member.id()).send(tx, owner());
                }
                return true;
              });
      supervisor.awaitEnd(node.config().get(TeamSettings.STOP));
    } finally {
      supervisor.close();
      boolean _ =
          ledger.write(
              tx -> {
                TeamRuns.become(tx, run.id(), TeamRuns.State.ENDED);
                return true;
              });
    }
  }

  private static Sending shutdown(String name) {
    return new Sending(
        MailType.SHUTDOWN,
        name,
        Optional.empty(),
        "the team stops",
        Optional.of(Duration.ofHours(1)),
        Optional.empty(),
        Optional.empty());
  }

  private ExitCode report(Ledger ledger, TeamRuns.Run run) {
    if (run.label().isEmpty()) {
      session.output().line("the team has stopped");
      session.output().json(TeamStatus.of(ledger, run, false));
      return ExitCode.DONE;
    }
    TeamResult result = TeamResult.of(ledger, run.id(), run.label().get());
    session.output().lines(result.lines());
    if (!result.isOver()) {
      session.output().line("it was stopped; go on:  sbp team run --resume");
    }
    session.output().json(result);
    return result.isAllAccepted() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
