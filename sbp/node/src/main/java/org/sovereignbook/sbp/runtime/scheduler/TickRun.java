package org.sovereignbook.sbp.runtime.scheduler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.NodeWait;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/** {@code on_tick} of IMPLEMENTATION §7, under the tick's lock. Used once, by one thread. */
final class TickRun {
  private static final String SCHEDULER = "scheduler";

  /** A process that a step left behind may hold the node for long, but must not delay the tick. */
  private static final int MAX_LOG_WAIT_SECONDS = 5;

  private final Tick tick;
  private final Node node;
  private final Store store;
  private final Lease hold;
  private final SchedulerConfig config;
  private final NodeLock lock;
  private final String token;
  private final StopSignal stop;
  private final Due due;

  private final List<ComponentRun> runs = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> madeUp = new HashSet<>();
  private SchedulerState beforeTick = SchedulerState.FRESH;
  private SchedulerState state = SchedulerState.FRESH;

  TickRun(
      Tick tick,
      SchedulerConfig config,
      Store store,
      Lease hold,
      NodeLock lock,
      String token,
      StopSignal stop) {
    this.tick = tick;
    this.node = tick.node();
    this.store = store;
    this.hold = hold;
    this.config = config;
    this.lock = lock;
    this.token = token;
    this.stop = stop;
    this.due = new Due(node, store, config, tick::isMetered);
  }

  /**
   * Runs what is due.
   *
   * @param retry whether also what failed last, without waiting
   */
  TickResult run(List<String> earlierNotes, boolean retry) throws InterruptedException {
    SchedulerState.Loaded loaded = SchedulerState.load(node, store, config, false);
    beforeTick = loaded.state();
    state = retry ? loaded.state().retrying() : loaded.state();
    putRight(loaded, earlierNotes);
    int inbox = due.inboxCount();
    for (Optional<Due.Candidate> next = next(inbox); next.isPresent(); next = next(inbox)) {
      run(next.get(), inbox);
      inbox = due.inboxCount();
    }
    state = state.resting(inbox, node.now());
    store.writeState(StateDocument.SCHEDULER, state.json());
    return new TickResult(runs, notes, Optional.empty());
  }

  /** Repairs the leftovers of a killed tick. The repair and its log lines are one commit. */
  private void putRight(SchedulerState.Loaded loaded, List<String> earlierNotes) {
    ChangeSet changes = new ChangeSet();
    Stream.concat(earlierNotes.stream(), loaded.notes().stream())
        .forEach(text -> changes.emit(note("mended", text)));
    loaded
        .damaged()
        .ifPresentOrElse(
            aside -> changes.add(setAside(aside)),
            () -> {
              if (!changes.isEmpty()) {
                changes.add(StateDocument.SCHEDULER.write(state.json()));
              }
            });
    commit(changes);
  }

  /** Keeps an unreadable document for the operator, if it is a file. */
  private Change setAside(String name) {
    return new Change.MoveFile(
        StateDocument.SCHEDULER.in(node.home()), node.home().runtime().resolve(name));
  }

  private Optional<Due.Candidate> next(int inbox) throws InterruptedException {
    stop.check();
    if (!hold.isHeld()) {
      throw new StoreException(
          "the store no longer knows of this tick, so another machine may run one; this one ends");
    }
    return due.next(state, inbox, node.now());
  }

  private void run(Due.Candidate candidate, int inbox) throws InterruptedException {
    ComponentConfig component = candidate.component();
    noteMissedRuns(candidate);
    Timestamp started = node.now();
    state = state.starting(component.name(), inbox, started);
    store.writeState(StateDocument.SCHEDULER, state.json());
    lock.describeAs(Tick.TICK + ", running " + component.name(), started);
    tick.report(new TickEvent.Started(candidate.plan()));
    CommandRunner.CommandResult exit;
    try {
      exit = stop.interruptibly(() -> tick.runner().run(command(component)));
    } catch (InterruptedException e) {
      finish(candidate, started, inbox, ComponentRun.Status.INTERRUPTED, Optional.empty());
      throw e;
    }
    ComponentRun run =
        finish(candidate, started, inbox, ComponentRun.Status.of(exit), exit.exitCode());
    if (run.outcome().isFailure()) {
      tellFailure(component, run, exit.output());
    }
    lock.describeAs(Tick.TICK, node.now());
  }

  /** Records the end of a run. */
  private ComponentRun finish(
      Due.Candidate candidate,
      Timestamp started,
      int inbox,
      ComponentRun.Status outcome,
      Optional<Integer> code) {
    String component = candidate.component().name();
    Timestamp ended = node.now();
    due.ran(component, inbox, outcome);
    SchedulerState.LastExit exit =
        new SchedulerState.LastExit(outcome, code, ended, state.failures(component, outcome));
    state = state.finished(component, exit, followers(component, outcome));
    store.writeState(StateDocument.SCHEDULER, state.json());
    ComponentRun run =
        new ComponentRun(
            component,
            candidate.plan().trigger(),
            candidate.plan().why(),
            outcome,
            code,
            started,
            Duration.between(started.instant(), ended.instant()).toSeconds());
    runs.add(run);
    tick.report(new TickEvent.Finished(run));
    return run;
  }

  /** Returns the components that the run triggers. An idle run is no progress and triggers none. */
  private List<String> followers(String component, ComponentRun.Status outcome) {
    return config.runningAfter(component).stream()
        .filter(follower -> outcome != ComponentRun.Status.IDLE || !due.hasRun(follower))
        .toList();
  }

  private CommandRunner.Command command(ComponentConfig component) {
    return new CommandRunner.Command(
        component.command(),
        node.home().root(),
        Map.of(
            "SBP",
            tick.program(config),
            NodeHome.VARIABLE,
            node.home().root().toString(),
            ExclusiveStore.TICK_TOKEN_VARIABLE,
            token),
        component.timeLimit(),
        line -> tick.report(new TickEvent.OutputLine(component.name(), PeerText.plain(line))));
  }

  /** Logs how many runs were lost while the machine was asleep; each component catches up one. */
  private void noteMissedRuns(Due.Candidate candidate) {
    ComponentConfig component = candidate.component();
    long missed = beforeTick.missed(component, node.now());
    boolean byInterval = candidate.plan().trigger() == ComponentRun.Trigger.INTERVAL;
    if (byInterval && missed > 0 && madeUp.add(component.name())) {
      state = state.withMissed(beforeTick, component, node.now());
      emit(
          note(
                  "missed",
                  "no tick ran from %s on: %s missed %s and runs once now"
                      .formatted(
                          beforeTick.lastUpdated().orElseThrow(),
                          component.name(),
                          missed == 1 ? "1 run" : missed + " runs"))
              .about("component", component.name()));
    }
  }

  private Event note(String kind, String text) {
    notes.add(text);
    tick.report(new TickEvent.Note(text));
    return Event.of(SCHEDULER, kind, node.now(), text);
  }

  private void tellFailure(ComponentConfig component, ComponentRun run, String output) {
    String what =
        run.outcome() == ComponentRun.Status.TIMEOUT
            ? " was ended with all its processes after its limit of "
                + Wording.span(Duration.ofMinutes(component.timeoutMinutes()))
            : run.exitCode()
                .map(code -> " failed: exit code " + code)
                .orElse(" failed: its command could not be started");
    String end = output.substring(Math.max(0, output.length() - PeerText.MAX_LOGGED_CHARACTERS));
    String words = end.isEmpty() ? "" : "; its last words: " + PeerText.quote(end);
    emit(
        Event.of(SCHEDULER, run.outcome().toString(), node.now(), component.name() + what + words)
            .about("component", component.name())
            .asError());
  }

  private void emit(Event event) {
    commit(new ChangeSet().emit(event));
  }

  /** Waits for a command of the owner's, which may come between two steps. */
  private NodeWait waiting() {
    return NodeWait.of(
        Duration.ofSeconds(
            Math.min(MAX_LOG_WAIT_SECONDS, node.config().get(NodeWait.BUSY_WAIT_SECONDS))),
        text -> tick.report(new TickEvent.Note(text)));
  }

  /**
   * Commits the changes. Opens the store even for none, because that completes the commit of a
   * killed step.
   */
  private void commit(ChangeSet changes) {
    try (ExclusiveStore held =
        waiting()
            .until(() -> ExclusiveStore.open(node, tick.stores(), SCHEDULER, Optional.of(token)))) {
      held.store().commit(changes);
    } catch (NodeBusyException e) {
      // A leftover process of the command holds the node: the log line is dropped, so that the tick
      // need not wait.
      tick.report(new TickEvent.Note("not written to ops-log.md: " + e.getMessage()));
    }
  }
}
