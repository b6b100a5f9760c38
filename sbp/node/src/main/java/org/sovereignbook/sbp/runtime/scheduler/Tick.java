package org.sovereignbook.sbp.runtime.scheduler;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Stores;

/**
 * One wake of the scheduler (IMPLEMENTATION §7): runs the due components by priority until none is
 * due. It calls no LLM; it only runs the configured commands.
 *
 * <p>The operating system's lock excludes a second tick (CHOICES 9). State is written before and
 * after every component, so that after a kill the next tick continues.
 *
 * @param stores opens the node's store
 * @param launcher the program for {@code $SBP}: the environment variable of that name; else {@code
 *     scheduler.launcher} of the config, else the node's own, else {@code sbp} on the path
 * @param metered whether calls of the backend of this name may cost money
 */
public record Tick(
    Node node,
    Stores stores,
    Optional<String> launcher,
    CommandRunner runner,
    Predicate<String> metered,
    Consumer<TickEvent> sink) {
  /** The tick's name as holder of the node's lock, and of the store, which may be shared. */
  static final String TICK = "tick";

  private static final String LAUNCHER_ON_PATH = "sbp";

  /** Prepares slow parts that each tick needs; may run in another thread. */
  public static void prepare() {
    NodeLock.prepare();
    SchedulerState _ = Shape.of(SchedulerState.class).read(SchedulerState.FRESH.json());
  }

  /**
   * Runs all that is due. When another tick or step holds the node this does nothing and says so in
   * {@link TickResult#skipped}.
   *
   * @throws InterruptedException when told to stop; the running command's process tree has been
   *     killed then, the state written, and the component runs again in the next tick
   */
  public TickResult run() throws InterruptedException {
    return run(false, _ -> {});
  }

  /**
   * Runs as {@link #run()}.
   *
   * @param retry whether to run also what failed last, without waiting
   * @param last reads the store at the end, before it is closed
   */
  public TickResult run(boolean retry, Consumer<Store> last) throws InterruptedException {
    SchedulerConfig config = SchedulerConfig.of(node);
    String token = node.randomId();
    Path lockFile = NodeLock.tick(node.home());
    try (StopSignal stop = StopSignal.open()) {
      Optional<NodeLock> lock = NodeLock.tryAcquire(lockFile, TICK, node.now(), token);
      if (lock.isEmpty()) {
        return TickResult.skipped("the node is busy: " + holder(lockFile));
      }
      try (NodeLock held = lock.get()) {
        return underLock(config, held, token, stop, retry, last);
      }
    }
  }

  private TickResult underLock(
      SchedulerConfig config,
      NodeLock held,
      String token,
      StopSignal stop,
      boolean retry,
      Consumer<Store> last)
      throws InterruptedException {
    List<String> notes = new ArrayList<>();
    Path stepLock = NodeLock.step(node.home());
    Optional<NodeLock.Holder> orphan = NodeLock.holder(stepLock);
    if (orphan.isPresent()) {
      if (!endIfOverdue(orphan.get(), node.now(), longestTimeLimit(config))) {
        return TickResult.skipped("a step of an ended tick still runs: " + holder(stepLock));
      }
      notes.add("ended " + orphan.get() + ", which an ended tick had left behind, as overdue");
    }
    try (Store store = stores.open(node)) {
      Optional<Lease> hold = store.lease(TICK);
      if (hold.isEmpty()) {
        return TickResult.skipped("a tick runs on another machine that shares the store");
      }
      try (Lease ours = hold.get()) {
        notes.addAll(EarlierCommands.replace(node));
        TickResult result =
            new TickRun(this, config, store, ours, held, token, stop).run(notes, retry);
        last.accept(store);
        return result;
      }
    }
  }

  /**
   * Kills a step whose tick was killed and whose own time limit has passed: no other process would,
   * and it would hold the node for ever.
   *
   * @return whether it is gone
   */
  private static boolean endIfOverdue(NodeLock.Holder holder, Timestamp now, Duration timeLimit) {
    Optional<ProcessHandle> process =
        ProcessHandle.of(holder.pid())
            .filter(
                handle ->
                    // Excludes another process that has reused the process id.
                    handle.info().startInstant().equals(Optional.of(holder.processStart())));
    if (process.isEmpty() || TimeJudge.isPausing(holder.since(), timeLimit, now)) {
      return false;
    }
    ProcessTree.end(process.get(), ProcessTree.GRACE);
    return !process.get().isAlive();
  }

  /** Returns what a run would do now and why. Changes nothing. */
  public TickPlan plan() {
    return plan(false);
  }

  /**
   * Returns the plan as {@link #plan()}.
   *
   * @param retry whether of a run of also what failed last, without waiting
   */
  public TickPlan plan(boolean retry) {
    try (Store store = stores.open(node)) {
      return plan(store, retry);
    }
  }

  /** Returns the plan as {@link #plan()}, from an open store. */
  public TickPlan plan(Store store) {
    return plan(store, false);
  }

  private TickPlan plan(Store store, boolean retry) {
    SchedulerConfig config = SchedulerConfig.of(node);
    boolean ticking =
        NodeLock.holder(NodeLock.tick(node.home()))
            .filter(holder -> holder.what().startsWith(TICK))
            .isPresent();
    SchedulerState.Loaded loaded = SchedulerState.load(node, store, config, ticking);
    List<String> notes = new ArrayList<>(loaded.notes());
    notes.addAll(config.notes());
    for (Path lock : List.of(NodeLock.tick(node.home()), NodeLock.step(node.home()))) {
      NodeLock.holder(lock).ifPresent(holder -> notes.add("the node is busy now: " + holder));
    }
    return foresee(store, config, retry ? loaded.state().retrying() : loaded.state(), notes);
  }

  private TickPlan foresee(
      Store store, SchedulerConfig config, SchedulerState start, List<String> notes) {
    Due due = new Due(node, store, config, this::isMetered);
    Timestamp now = node.now();
    SchedulerState state = start;
    int inbox = due.inboxCount();
    List<TickPlan.Run> runs = new ArrayList<>();
    List<TickPlan.Waiting> waiting = new ArrayList<>();
    for (ComponentConfig component : config.byPriority()) {
      if (due.decide(component, state, inbox, now) instanceof TickPlan.Waiting wait) {
        waiting.add(wait);
      }
    }
    for (Optional<Due.Candidate> next = due.next(state, inbox, now); next.isPresent(); ) {
      ComponentConfig component = next.get().component();
      runs.add(next.get().plan());
      due.ran(component.name(), inbox, ComponentRun.Status.DONE);
      inbox = component.runIfInboxNonempty() ? 0 : inbox;
      state =
          state.finished(
              component.name(),
              new SchedulerState.LastExit(
                  ComponentRun.Status.DONE, Optional.of(0), now, Optional.empty()),
              config.runningAfter(component.name()));
      next = due.next(state, inbox, now);
    }
    waiting.removeIf(component -> due.hasRun(component.component()));
    return new TickPlan(runs, waiting, notes);
  }

  /** Returns whether each run of an agent may cost money. */
  boolean isMetered() {
    return metered.test(node.config().get(AgentSettings.BACKEND));
  }

  void report(TickEvent event) {
    sink.accept(event);
  }

  /** Returns the value of {@code $SBP} for commands. */
  String program(SchedulerConfig config) {
    // Commands run in the node directory, so a path relative to this one must be made absolute.
    return launcher
        .map(path -> path.contains("/") ? Path.of(path).toAbsolutePath().toString() : path)
        .or(
            () ->
                config
                    .launcher()
                    .map(
                        path ->
                            path.contains("/")
                                ? node.home().root().resolve(path).toString()
                                : path))
        .or(
            () ->
                Optional.of(node.home().launcher()).filter(node.disk()::exists).map(Path::toString))
        .orElse(LAUNCHER_ON_PATH);
  }

  private static Duration longestTimeLimit(SchedulerConfig config) {
    return config.components().stream()
        .map(ComponentConfig::timeLimit)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private static String holder(Path lock) {
    return NodeLock.holder(lock).map(NodeLock.Holder::toString).orElse("another step");
  }
}
