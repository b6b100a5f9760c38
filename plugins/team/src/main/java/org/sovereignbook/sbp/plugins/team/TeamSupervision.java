package org.sovereignbook.sbp.plugins.team;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.frontend.command.Cleanup;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LiveLines;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Offspring;
import org.sovereignbook.sbp.ops.up.Child;
import org.sovereignbook.sbp.ops.up.ChildState;
import org.sovereignbook.sbp.ops.up.Supervisor;
import org.sovereignbook.sbp.ops.up.UpRun;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * The supervising process of a team: starts a process for each member, restarts those that die,
 * wakes sleeping ones for new work, and ends all of them, by mail, then by signals.
 */
public final class TeamSupervision {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /** The beginning of an error as a process of this program prints it. */
  private static final String ERROR = "sbp: ";

  /** Longer than the gap of a member between two tasks. */
  private static final int LOOKS_AT_A_STANDSTILL = 5;

  /** How often in a row a member may fail in a way that a restart cannot mend. */
  private static final int PERMANENT_FAILURES = 3;

  private final Session session;
  private final Node node;
  private final TeamFiles files;

  /** The command that goes on with an interrupted run. */
  private final String again;

  /** The latest version from the files; read by threads that start members. */
  private volatile Team team;

  private int standstills;

  /** The newest process of each member that this one has started. */
  private final Map<String, Begun> begun = new ConcurrentHashMap<>();

  /** Every process of a member before its newest one. */
  private final Queue<Begun> former = new ConcurrentLinkedQueue<>();

  /** A process of a member, and the lock that shows that its supervisor lives. */
  private record Begun(Incarnation member, NodeLock lock) {
    /** Returns the variable that all of its processes have. */
    String mark() {
      return SocietyCommand.TOKEN_VARIABLE + "=" + member.token();
    }
  }

  /** The newest error of each member, for the reason at the end. */
  private final Map<String, String> errors = new ConcurrentHashMap<>();

  TeamSupervision(Session session, Node node, TeamFiles files) {
    this(session, node, files, "sbp team run --resume");
  }

  /**
   * Makes one for the team of these files.
   *
   * @param again the command that goes on with an interrupted run
   */
  public TeamSupervision(Session session, Node node, TeamFiles files, String again) {
    this.session = session;
    this.node = node;
    this.files = files;
    this.again = again;
    this.team = files.read();
  }

  /** Returns whether a team of this node has a supervisor. */
  static boolean isAtWork(Node node) {
    return NodeLock.holder(lockFile(node)).isPresent();
  }

  private static Path lockFile(Node node) {
    return NodeLock.team(node.home());
  }

  /**
   * Does one task until it ends.
   *
   * @param task empty to resume the last run
   */
  ExitCode run(Optional<String> task) throws IOException, InterruptedException {
    TeamBeginning beginning = new TeamBeginning(files.file(), team);
    return supervise(task.isPresent() ? tx -> beginning.of(tx, task.get()) : beginning::last);
  }

  /** Does the tasks with this label, which are on the board, until they end. */
  public ExitCode runLabelled(String label) throws IOException, InterruptedException {
    return supervise(tx -> new TeamBeginning(files.file(), team).ofTasks(tx, label));
  }

  /** Does the tasks of the board, until it is stopped. */
  ExitCode up() throws IOException, InterruptedException {
    return supervise(new TeamBeginning(files.file(), team)::ofAnything);
  }

  private ExitCode supervise(Ledger.Work<TeamRuns.Run> begin)
      throws IOException, InterruptedException {
    new TeamChecks(session, node, files, team).requireBackends();
    team.remarks(node.disk()).forEach(session.output()::note);
    try (NodeLock _ = lock(node);
        Ledger ledger = session.ledger(node);
        Cleanup cleanup = Cleanup.start()) {
      enrol(ledger, team);
      TeamRuns.Run run = ledger.write(begin);
      LiveLines view = LiveLines.of(session, TeamStatus.STOP);
      Supervisor supervisor =
          new Supervisor(
              (child, mark) -> start(ledger, run, child, mark),
              session.world().clock(),
              (child, line) -> {
                if (line.startsWith(ERROR)) {
                  errors.put(child.name(), line.substring(ERROR.length()));
                }
                view.line(child.name() + ": " + line);
              });
      cleanup.add(() -> sayHowToGoOn(ledger, run, view));
      besides(ledger, run, view, cleanup);
      LiveFiles live = new LiveFiles(node, ledger, view::line);
      cleanup.add(live::finish);
      Offspring offspring = Offspring.watch();
      cleanup.add(() -> end(ledger, run, supervisor, view, offspring));
      for (TeamMember member : team.members()) {
        keep(supervisor, run, member);
      }
      ExitCode exit = watch(ledger, run, supervisor, view, live, offspring);
      Optional<ChildState> failed =
          run.root().isPresent() ? failedForGood(supervisor.states()) : Optional.empty();
      cleanup.finish();
      if (failed.isPresent()) {
        throw hopeless(failed.get());
      }
      return exit == ExitCode.DONE ? report(ledger, run) : exit;
    }
  }

  /** Begins the work of features beside the run, which ends with it. */
  private void besides(Ledger ledger, TeamRuns.Run run, LiveLines view, Cleanup cleanup) {
    TeamRuns.AtWork atWork =
        new TeamRuns.AtWork(
            ledger,
            team,
            run,
            TeamBeginning.owner(),
            session.extensions(Optional.of(node)),
            session.world().environment(),
            view::line);
    for (TeamFeature feature : ledger.features().of(TeamFeature.class)) {
      // One that fails is told, and the team works without it.
      ItemFault.orElse(
              () -> feature.beside(atWork),
              e -> {
                say(atWork, feature, "does nothing in this run", e);
                return Optional.<Runnable>empty();
              })
          .ifPresent(end -> cleanup.add(() -> end(feature, end, atWork)));
    }
  }

  private static void end(TeamFeature feature, Runnable end, TeamRuns.AtWork atWork) {
    boolean _ =
        ItemFault.orElse(
            () -> {
              end.run();
              return true;
            },
            e -> {
              say(atWork, feature, "did not end well", e);
              return false;
            });
  }

  private static void say(
      TeamRuns.AtWork atWork, TeamFeature feature, String what, RuntimeException e) {
    atWork.log().accept("%s %s: %s".formatted(feature.name(), what, ItemFault.reason(e)));
  }

  /** Acquires the lock of the supervisor; a node has one at a time. */
  static NodeLock lock(Node node) {
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

  private void keep(Supervisor supervisor, TeamRuns.Run run, TeamMember member) {
    CompletableFuture<Boolean> _ =
        supervisor.keep(
            Child.untilDone(
                node,
                member.id(),
                "agent",
                "run",
                member.id(),
                "--run",
                run.id(),
                "--file",
                files.file().toAbsolutePath().toString()));
  }

  private Process start(Ledger ledger, TeamRuns.Run run, Child child, Map<String, String> mark)
      throws IOException {
    TeamMember member =
        team.member(child.name()).orElseThrow(() -> new IOException("it is no member any more"));
    Begun next =
        ledger.write(
            tx -> {
              Incarnation made = Incarnation.begin(tx, run, member);
              return new Begun(made, HeldTokens.hold(node, made.issued().token()));
            });
    Optional.ofNullable(begun.put(member.id(), next)).ifPresent(this::isFormer);
    Map<String, String> variables = new HashMap<>(mark);
    variables.put(SocietyCommand.TOKEN_VARIABLE, next.member().token());
    return UpRun.start(session.world(), child, variables);
  }

  /** Frees the lock of a process that has a successor, with which its token has ended. */
  private void isFormer(Begun one) {
    HeldTokens.free(node, one.member().issued().token(), one.lock());
    former.add(one);
  }

  private ExitCode watch(
      Ledger ledger,
      TeamRuns.Run run,
      Supervisor supervisor,
      LiveLines view,
      LiveFiles live,
      Offspring offspring)
      throws InterruptedException {
    TeamChanges changes = new TeamChanges(node, files, view::line);
    while (true) {
      changes.next().ifPresent(next -> change(ledger, run, supervisor, view, next));
      TeamStatus status = TeamStatus.of(ledger, run, true);
      view.show(status.lines(supervisor.states()));
      if (supervisor.gaveUp().isDone()) {
        return supervisor.gaveUp().join();
      }
      if (isOver(ledger, run)) {
        return ExitCode.DONE;
      }
      if (run.root().isPresent() && failedForGood(supervisor.states()).isPresent()) {
        return ExitCode.REFUSED;
      }
      if (run.root().isPresent() && isTooLong(status)) {
        view.line(
            "ends, because model calls are paused for longer than teams.wait_seconds: "
                + status.standstill().map(TeamRuns.TeamPause::why).orElse(""));
        return ExitCode.DONE;
      }
      wake(ledger, run, supervisor);
      live.look();
      offspring.reap(node.now().instant());
      try {
        supervisor.gaveUp().get(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // Nothing has failed: check again.
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Returns a member that has failed repeatedly in a way that no restart mends. */
  private static Optional<ChildState> failedForGood(List<ChildState> states) {
    return states.stream()
        .filter(state -> state.isPermanent() && state.failures() >= PERMANENT_FAILURES)
        .findFirst();
  }

  /** Returns the error for a run whose member cannot go on. */
  private CliException hopeless(ChildState failed) {
    String member = failed.child().name();
    String reason =
        Optional.ofNullable(errors.get(member)).or(failed::last).orElse("for no reason given");
    return CliException.refused(
        "%s cannot go on, and no restart mends it: %s".formatted(member, reason),
        "look whether its backend works:  sbp doctor",
        "then go on:  " + again);
  }

  /** Starts new members after a change; running members notice the change themselves. */
  private void change(
      Ledger ledger, TeamRuns.Run run, Supervisor supervisor, LiveLines view, Team next) {
    try {
      new TeamChecks(session, node, files, next).requireBackends();
      enrol(ledger, next);
    } catch (ConfigException | SocietyException e) {
      view.line(
          "keeps the former configuration, because the new one is not valid: " + e.getMessage());
      return;
    }
    Team before = team;
    team = next;
    view.line("the team or the configuration was changed; each member takes it up after its task");
    next.members().stream()
        .filter(member -> before.member(member.id()).isEmpty())
        .forEach(member -> keep(supervisor, run, member));
  }

  private static void enrol(Ledger ledger, Team team) {
    ledger.run(tx -> Incarnation.enrol(tx, team));
  }

  /** Returns whether the team has made no progress for longer than its operator allows. */
  private boolean isTooLong(TeamStatus status) {
    Instant patience = session.world().clock().instant().plus(node.config().get(TeamSettings.WAIT));
    boolean tooLong =
        status.standstill().filter(hold -> hold.until().instant().isAfter(patience)).isPresent();
    standstills = tooLong ? standstills + 1 : 0;
    return standstills >= LOOKS_AT_A_STANDSTILL;
  }

  private static boolean isOver(Ledger ledger, TeamRuns.Run run) {
    boolean isStopped =
        ledger.read(
            tx -> TeamRuns.find(tx, run.id()).orElseThrow().state() != TeamRuns.State.RUNNING);
    return isStopped || (run.label().isPresent() && !isAnyOpen(ledger, run));
  }

  private static boolean isAnyOpen(Ledger ledger, TeamRuns.Run run) {
    return ledger.read(
        tx ->
            Board.in(tx).labelled(run.label().orElse("")).stream()
                .anyMatch(task -> task.state().isOpen()));
  }

  /** Restarts members that ended for lack of work when there is new work. */
  private void wake(Ledger ledger, TeamRuns.Run run, Supervisor supervisor) {
    for (ChildState state : supervisor.states()) {
      Optional<TeamMember> member = team.member(state.child().name());
      if (state.ended()
          && member.isPresent()
          && ledger.<Boolean>write(tx -> Incarnation.isNeeded(tx, run, member.get()))) {
        keep(supervisor, run, member.get());
      }
    }
  }

  /**
   * Ends all members: by mail, then by SIGTERM, at last by SIGKILL; with them their tokens, which
   * leave no trace when all of their processes are known to be gone.
   */
  private void end(
      Ledger ledger, TeamRuns.Run run, Supervisor supervisor, LiveLines view, Offspring offspring) {
    supervisor.startNoMore();
    view.close();
    try {
      ledger.run(
          tx -> {
            TeamRuns.become(tx, run.id(), TeamRuns.State.STOPPING);
            for (TeamMember member : team.members()) {
              shutdown(member.id()).send(tx, TeamBeginning.owner());
            }
          });
      supervisor.awaitEnd(node.config().get(TeamSettings.STOP));
    } finally {
      supervisor.close();
      List<Begun> newest = List.copyOf(begun.values());
      List<Begun> all = Stream.concat(newest.stream(), former.stream()).toList();
      boolean isGone = offspring.isGone(all.stream().map(Begun::mark).toList());
      ledger.run(
          tx -> {
            TeamRuns.become(tx, run.id(), TeamRuns.State.ENDED);
            Incarnation.end(tx, team);
            newest.forEach(one -> one.member().end(tx));
            all.stream().filter(_ -> isGone).forEach(one -> one.member().gone(tx));
          });
      newest.forEach(one -> HeldTokens.free(node, one.member().issued().token(), one.lock()));
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

  /** Also printed after Ctrl-C. */
  private void sayHowToGoOn(Ledger ledger, TeamRuns.Run run, LiveLines view) {
    if (run.root().isPresent() && isAnyOpen(ledger, run)) {
      view.line("what is left stays on the board; go on:  " + again);
    }
  }

  private ExitCode report(Ledger ledger, TeamRuns.Run run) {
    if (run.label().isEmpty()) {
      session.output().line("the team has stopped");
      return session.output().done(TeamStatus.of(ledger, run, false));
    }
    TeamResult result = TeamResult.of(ledger, run.id(), run.label().get());
    if (run.root().isPresent()) {
      session.output().lines(result.lines());
    } else {
      session.output().lines(result.summary());
      session.output().lines(TeamResult.findings(ledger, run.label().get()));
    }
    session.output().json(result);
    return result.isAllAccepted() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
