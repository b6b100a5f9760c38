package org.sovereignbook.sbp.scheduler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.Stores;

/** {@code on_tick} of IMPLEMENTATION §7, under the tick's lock. Used once, by one thread. */
final class TickRun {
  private static final String SCHEDULER = "scheduler";

  private final Node node;
  private final Stores stores;
  private final Store store;
  private final Hold hold;
  private final SchedulerConfig config;
  private final String program;
  private final CommandRunner runner;
  private final Consumer<TickEvent> sink;
  private final NodeLock lock;
  private final String token;
  private final StopSignal stop;
  private final Surroundings surroundings;

  private final Attempts attempts = new Attempts();
  private final List<ComponentRun> runs = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> madeUp = new HashSet<>();
  private SchedulerState beforeTick = SchedulerState.FRESH;
  private SchedulerState state = SchedulerState.FRESH;

  TickRun(
      Node node,
      Stores stores,
      Store store,
      Hold hold,
      SchedulerConfig config,
      String program,
      CommandRunner runner,
      Consumer<TickEvent> sink,
      NodeLock lock,
      String token,
      StopSignal stop) {
    this.node = node;
    this.stores = stores;
    this.store = store;
    this.hold = hold;
    this.config = config;
    this.program = program;
    this.runner = runner;
    this.sink = sink;
    this.lock = lock;
    this.token = token;
    this.stop = stop;
    this.surroundings = new Surroundings(node, store);
  }

  TickResult run(List<String> earlierNotes) throws InterruptedException {
    StateFile.Loaded loaded = StateFile.load(node, store, config);
    beforeTick = loaded.state();
    state = loaded.state();
    putRight(loaded, earlierNotes);
    int inbox = surroundings.inboxCount();
    for (Optional<Due.Candidate> next = next(inbox); next.isPresent(); next = next(inbox)) {
      run(next.get(), inbox);
      inbox = surroundings.inboxCount();
    }
    state = state.resting(inbox, node.now());
    store.writeState(StateDocument.SCHEDULER, Shape.write(state));
    return new TickResult(runs, notes, Optional.empty());
  }

  /** Whatever an ended tick left behind; the notes about it and the mending are one commit. */
  private void putRight(StateFile.Loaded loaded, List<String> earlierNotes) {
    ChangeSet changes = new ChangeSet();
    Stream.concat(earlierNotes.stream(), loaded.notes().stream())
        .forEach(text -> changes.tell(note("mended", text)));
    loaded
        .damaged()
        .ifPresentOrElse(
            aside -> changes.add(new Change.SetAsideState(StateDocument.SCHEDULER, aside)),
            () -> {
              if (!changes.isEmpty()) {
                changes.add(StateDocument.SCHEDULER.write(Shape.write(state)));
              }
            });
    commit(changes);
  }

  private Optional<Due.Candidate> next(int inbox) throws InterruptedException {
    stop.check();
    if (!hold.isHeld()) {
      throw new StoreException(
          "the store no longer knows of this tick, so another machine may run one; this one ends");
    }
    return new Due(config, state, attempts, node.now(), inbox, surroundings::lineCount).next();
  }

  private void run(Due.Candidate candidate, int inbox) throws InterruptedException {
    ComponentConfig component = candidate.component();
    noteMissedRuns(candidate);
    Timestamp started = node.now();
    state = state.starting(component.name(), inbox, started);
    store.writeState(StateDocument.SCHEDULER, Shape.write(state));
    lock.describeAs("tick, running " + component.name(), started);
    sink.accept(new TickEvent.Started(component.name(), candidate.verdict()));
    try {
      CommandRunner.Exit exit = stop.interruptibly(() -> runner.run(command(component)));
      Optional<String> failure = finish(candidate, started, inbox, outcome(exit), code(exit));
      failure.ifPresent(what -> tellFailure(component, outcome(exit), what, exit.output()));
    } catch (InterruptedException e) {
      finish(candidate, started, inbox, Outcome.INTERRUPTED, Optional.empty());
      throw e;
    }
    lock.describeAs("tick", node.now());
  }

  /** Records the end of a run; what to log, if it failed. */
  private Optional<String> finish(
      Due.Candidate candidate,
      Timestamp started,
      int inbox,
      Outcome outcome,
      Optional<Integer> code) {
    ComponentConfig component = candidate.component();
    Timestamp ended = node.now();
    attempts.add(component.name(), inbox, outcome);
    state =
        state.finished(
            component.name(),
            new SchedulerState.LastExit(outcome, code, ended),
            followers(component, outcome));
    store.writeState(StateDocument.SCHEDULER, Shape.write(state));
    ComponentRun run =
        new ComponentRun(
            component.name(),
            candidate.verdict().trigger(),
            candidate.verdict().why(),
            outcome,
            code,
            started,
            Duration.between(started.instant(), ended.instant()).toSeconds());
    runs.add(run);
    sink.accept(new TickEvent.Finished(run));
    return outcome.isFailure() ? Optional.of(failure(component, outcome, code)) : Optional.empty();
  }

  /** A run that found nothing to do is no progress: it gives nobody a second run in this tick. */
  private List<String> followers(ComponentConfig component, Outcome outcome) {
    return config.runningAfter(component.name()).stream()
        .filter(follower -> outcome != Outcome.IDLE || !attempts.contains(follower))
        .toList();
  }

  private static String failure(
      ComponentConfig component, Outcome outcome, Optional<Integer> code) {
    if (outcome == Outcome.TIMEOUT) {
      return component.name()
          + " was ended with all its processes after its limit of "
          + component.timeoutMinutes()
          + " minutes";
    }
    return component.name()
        + " failed: "
        + (code.isPresent() ? "exit code " + code.get() : "its command could not be started");
  }

  private CommandRunner.Command command(ComponentConfig component) {
    return new CommandRunner.Command(
        component.command(),
        node.home().root(),
        Map.of(
            "SBP",
            program,
            "SBP_HOME",
            node.home().root().toString(),
            ExclusiveStore.TICK_TOKEN_VARIABLE,
            token),
        component.timeLimit(),
        line -> sink.accept(new TickEvent.Output(component.name(), PeerText.plain(line))));
  }

  private static Outcome outcome(CommandRunner.Exit exit) {
    return switch (exit) {
      case CommandRunner.Exit.Exited exited -> Outcome.ofExitCode(exited.code());
      case CommandRunner.Exit.TimedOut _ -> Outcome.TIMEOUT;
      case CommandRunner.Exit.NotStarted _ -> Outcome.FAILED;
    };
  }

  private static Optional<Integer> code(CommandRunner.Exit exit) {
    return exit instanceof CommandRunner.Exit.Exited exited
        ? Optional.of(exited.code())
        : Optional.empty();
  }

  /** A machine that was asleep makes each component up once; the operator learns what was lost. */
  private void noteMissedRuns(Due.Candidate candidate) {
    ComponentConfig component = candidate.component();
    long missed = MissedRuns.count(component, beforeTick, node.now());
    boolean byInterval = candidate.verdict().trigger() == Verdict.Trigger.INTERVAL;
    if (byInterval && missed > 0 && madeUp.add(component.name())) {
      tell(
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
    sink.accept(new TickEvent.Note(text));
    return Event.of(SCHEDULER, kind, node.now(), text);
  }

  private void tellFailure(ComponentConfig component, Outcome outcome, String what, String output) {
    String end =
        output.length() <= PeerText.MAX_LOGGED_CHARACTERS
            ? output
            : output.substring(output.length() - PeerText.MAX_LOGGED_CHARACTERS);
    String text = end.isEmpty() ? what : what + "; its last words: " + PeerText.quote(end);
    tell(
        Event.of(SCHEDULER, outcome.toString(), node.now(), text)
            .about("component", component.name())
            .asError());
  }

  private void tell(Event event) {
    commit(new ChangeSet().tell(event));
  }

  /** Opens the store even for no changes: that finishes what a killed step had committed. */
  private void commit(ChangeSet changes) {
    try (ExclusiveStore held = ExclusiveStore.open(node, stores, SCHEDULER, Optional.of(token))) {
      held.store().commit(changes);
    } catch (NodeBusyException e) {
      // A process that its command left behind holds the node: the log must wait, the tick not.
      sink.accept(new TickEvent.Note("not written to ops-log.md: " + e.getMessage()));
    }
  }
}
