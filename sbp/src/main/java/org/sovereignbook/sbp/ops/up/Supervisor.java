package org.sovereignbook.sbp.ops.up;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.ProcessTree;

/**
 * Supervisor of children, which are processes or runs in this one: restarts children that died,
 * after a pause that doubles from one second to a minute, and repeats others at their interval.
 * Processes left by a dead child are killed, too. Closing ends all children with their own child
 * processes, and returns when they are gone. Thread-safe.
 */
public final class Supervisor implements AutoCloseable {
  static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** Pause of a timer that found the node busy. */
  static final Duration BUSY_AGAIN = Duration.ofSeconds(10);

  /** After running this long a child counts as recovered. */
  static final Duration STEADY = Duration.ofMinutes(1);

  /** As long as a tick may take to end a model's run and write its state. */
  private static final Duration GRACE = ProcessTree.GRACE.multipliedBy(4);

  /** Shells report a signal by an exit code from here on. */
  private static final int FIRST_SIGNAL = 128;

  private static final int TERMINATED = FIRST_SIGNAL + 15;

  /** Failures that a restart cannot mend. */
  private static final Set<ExitCode> PERMANENT_FAILURES =
      Set.of(ExitCode.WRONG_COMMAND_LINE, ExitCode.REFUSED, ExitCode.NOT_FOUND, ExitCode.BUSY);

  /** Start of the processes of children. */
  public interface Starter {
    /**
     * Starts the process of a child.
     *
     * @param mark a variable for the environment of all its processes
     */
    Process start(Child child, Map<String, String> mark) throws IOException;

    /** Returns whether a child with an interval has anything to do; else it is not started. */
    default boolean isDue(Child child) {
      return true;
    }

    /** Returns the next run of a child in this process; empty for one that has its own. */
    default Optional<Inside> inside(Child child) {
      return Optional.empty();
    }
  }

  /** One run of a child in this process. Thread-safe. */
  public interface Inside {
    /**
     * Runs until it is ended, or cannot go on. It starts again soon after {@link ExitCode#DONE},
     * and at its interval after another code.
     *
     * @param lines receives what it says; the first line reports that it is ready
     */
    ExitCode run(Consumer<String> lines) throws Exception;

    /** Ends the run, also before it has begun. May wait a moment for what is under way. */
    void end();
  }

  /** A run in this process, and its end. */
  private record Within(Child child, CompletableFuture<Boolean> end) {}

  /** Waits. Returns whether the supervisor was closed meanwhile. */
  interface Pause {
    boolean last(Duration pause) throws InterruptedException;
  }

  private final Starter starter;
  private final InstantSource clock;
  private final BiConsumer<Child, String> lines;
  private final Pause pause;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CompletableFuture<ExitCode> gaveUp = new CompletableFuture<>();
  private final Map<Child, ChildState> states = new LinkedHashMap<>();
  private final Map<Process, Child> running = new ConcurrentHashMap<>();
  private final Map<Inside, Within> inside = new ConcurrentHashMap<>();
  private final AtomicInteger starts = new AtomicInteger();

  /**
   * Makes a supervisor without children.
   *
   * @param lines receives the output and the state changes of children; called by several threads
   */
  public Supervisor(Starter starter, InstantSource clock, BiConsumer<Child, String> lines) {
    this.starter = starter;
    this.clock = clock;
    this.lines = lines;
    this.pause = length -> closed.await(length.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** For tests, whose pauses are not waited for. */
  Supervisor(Starter starter, InstantSource clock, BiConsumer<Child, String> lines, Pause pause) {
    this.starter = starter;
    this.clock = clock;
    this.lines = lines;
    this.pause = pause;
  }

  /**
   * Keeps a child running.
   *
   * @return done when it has printed its first line, by which a server reports that it is ready; at
   *     once for a child that was kept before and has ended
   */
  public CompletableFuture<Boolean> keep(Child child) {
    CompletableFuture<Boolean> ready = new CompletableFuture<>();
    synchronized (states) {
      if (states.containsKey(child)) {
        ready.complete(true);
      }
      states.put(child, ChildState.of(child));
    }
    Thread.ofPlatform().daemon().name(child.name()).start(() -> keepOn(child, ready));
    return ready;
  }

  /** Runs a command once, to its end. */
  void once(Child child) throws InterruptedException {
    run(child, new CompletableFuture<>());
    synchronized (states) {
      states.remove(child);
    }
  }

  /** Runs a command once beside the others. Completes with whether it has succeeded. */
  CompletableFuture<Boolean> beside(Child child) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    Thread _ =
        Thread.ofPlatform()
            .daemon()
            .name(child.name())
            .start(
                () -> {
                  boolean isDone = false;
                  try {
                    isDone = run(child, new CompletableFuture<>()).done();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  } finally {
                    synchronized (states) {
                      states.remove(child);
                    }
                    boolean _ = done.complete(isDone);
                  }
                });
    return done;
  }

  public List<ChildState> states() {
    synchronized (states) {
      return List.copyOf(states.values());
    }
  }

  /** Returns whether a child has ended for good. */
  boolean hasEnded(Child child) {
    return stateOf(child).ended();
  }

  /**
   * Completes with an exit code when a child ended before it was ready, with a failure that a
   * restart cannot mend.
   */
  public CompletableFuture<ExitCode> gaveUp() {
    return gaveUp;
  }

  private void keepOn(Child child, CompletableFuture<Boolean> ready) {
    int failures = 0;
    try {
      while (true) {
        Instant began = clock.instant();
        Ended ended = run(child, ready);
        Optional<ExitCode> permanentFailure = ended.permanentFailure();
        if (permanentFailure.isPresent() && !ready.isDone() && child.every().isEmpty()) {
          gaveUp.complete(permanentFailure.get());
          return;
        }
        if (closed.getCount() == 0 || (child.mayEnd() && ended.done())) {
          set(stateOf(child).ended(ended.toString()));
          return;
        }
        boolean asMeant = child.every().isPresent() && ended.byItself();
        boolean steady = !clock.instant().isBefore(began.plus(STEADY));
        failures = asMeant ? 0 : steady ? 1 : failures + 1;
        Duration length = asMeant ? pause(child, ended) : pauseAfter(failures);
        if (!asMeant) {
          pass(
              "ended: " + ended + "; starts again in " + length.toSeconds() + " s",
              line -> lines.accept(child, line));
        }
        set(
            stateOf(child)
                .waiting(
                    clock.instant().plus(length),
                    failures,
                    ended.toString(),
                    permanentFailure.isPresent()));
        boolean isOver = pause.last(length);
        while (!isOver && asMeant && !starter.isDue(child)) {
          set(stateOf(child).waiting(clock.instant().plus(length), 0, ended.toString(), false));
          isOver = pause.last(length);
        }
        if (isOver) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the interval of a child, or less for one that found the node busy with another step.
   */
  private static Duration pause(Child child, Ended ended) {
    Duration every = child.every().orElseThrow();
    boolean isShort = ended.isBusy() && !child.isPage() && BUSY_AGAIN.compareTo(every) < 0;
    return isShort ? BUSY_AGAIN : every;
  }

  static Duration pauseAfter(int failures) {
    int doublings = Math.min(failures - 1, 10);
    Duration pause = FIRST_PAUSE.multipliedBy(1L << doublings);
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  /** The end of a process, or why it was not started. */
  private record Ended(int exitCode, Optional<String> notStarted) {
    boolean byItself() {
      return notStarted.isEmpty() && exitCode < FIRST_SIGNAL;
    }

    boolean isBusy() {
      return code().filter(code -> code == ExitCode.BUSY).isPresent();
    }

    boolean done() {
      return notStarted.isEmpty() && code().filter(code -> !code.isFailure()).isPresent();
    }

    Optional<ExitCode> permanentFailure() {
      return code().filter(PERMANENT_FAILURES::contains).filter(_ -> notStarted.isEmpty());
    }

    private Optional<ExitCode> code() {
      return Stream.of(ExitCode.values()).filter(code -> code.number() == exitCode).findFirst();
    }

    @Override
    public String toString() {
      String how =
          exitCode < FIRST_SIGNAL
              ? code().map(ExitCode::words).orElse("exit code " + exitCode)
              : "killed by signal " + (exitCode - FIRST_SIGNAL);
      return notStarted.map(why -> "could not be started: " + why).orElse(how);
    }
  }

  private Ended run(Child child, CompletableFuture<Boolean> ready) throws InterruptedException {
    Optional<Inside> within;
    try {
      within = starter.inside(child);
    } catch (RuntimeException e) {
      return new Ended(0, Optional.of(String.valueOf(e.getMessage())));
    }
    return within.isPresent() ? run(child, within.get(), ready) : runProcess(child, ready);
  }

  /** Runs a child in this process, which goes on whatever happens there. */
  private Ended run(Child child, Inside within, CompletableFuture<Boolean> ready)
      throws InterruptedException {
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    synchronized (running) {
      requireOpen();
      inside.put(within, new Within(child, end));
      set(stateOf(child).running(ProcessHandle.current().pid(), clock.instant()));
    }
    try {
      ExitCode code =
          within.run(
              line -> {
                pass(line, text -> lines.accept(child, text));
                ready.complete(true);
              });
      return new Ended(code == ExitCode.DONE ? TERMINATED : code.number(), Optional.empty());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | Error e) {
      // A process would have said it on its standard error.
      pass("sbp: " + e.getMessage(), text -> lines.accept(child, text));
      ExitCode code = e instanceof CliException cli ? cli.exitCode() : ExitCode.FAILED;
      return new Ended(code.number(), Optional.empty());
    } finally {
      inside.remove(within);
      boolean _ = end.complete(true);
    }
  }

  private void requireOpen() throws InterruptedException {
    if (closed.getCount() == 0) {
      throw new InterruptedException("closed");
    }
  }

  private Ended runProcess(Child child, CompletableFuture<Boolean> ready)
      throws InterruptedException {
    // Of a name of its own, so that a supervisor among the processes adds one and replaces none.
    String name =
        BoundedProcess.Descendants.OF_CHILD
            + "%d_%d_%d"
                .formatted(ProcessHandle.current().pid(), clock.millis(), starts.getAndIncrement());
    Process process;
    try {
      process = begin(child, Map.of(name, "1"));
    } catch (IOException | RuntimeException e) {
      // The obstacle may be gone at the next try, and no other code would report it.
      return new Ended(0, Optional.of(String.valueOf(e.getMessage())));
    }
    try {
      Thread errors = pump(process.errorReader(), line -> lines.accept(child, line));
      Thread output =
          pump(
              process.inputReader(),
              line -> {
                pass(line, text -> lines.accept(child, text));
                ready.complete(true);
              });
      List<ProcessHandle> left = new BoundedProcess.Descendants(name + "=1").leftBy(process);
      if (!left.isEmpty()) {
        ProcessTree.end(left, ProcessTree.GRACE);
      }
      output.join(ProcessTree.GRACE);
      errors.join(ProcessTree.GRACE);
      return new Ended(process.exitValue(), Optional.empty());
    } finally {
      running.remove(process);
    }
  }

  /** Starts a process, unless the supervisor is closing. */
  private Process begin(Child child, Map<String, String> mark)
      throws IOException, InterruptedException {
    synchronized (running) {
      requireOpen();
      Process process = starter.start(child, mark);
      running.put(process, child);
      set(stateOf(child).running(process.pid(), clock.instant()));
      return process;
    }
  }

  private static Thread pump(BufferedReader from, Consumer<String> to) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (from) {
                from.lines().forEach(line -> pass(line, to));
              } catch (IOException | UncheckedIOException e) {
                // The process is gone and the pipe is closed.
              }
            });
  }

  /** Passes a line on; one that cannot be shown holds up no other, nor the process that writes. */
  private static void pass(String line, Consumer<String> to) {
    try {
      to.accept(line);
    } catch (RuntimeException e) {
      // The line is lost: where it cannot be written, neither can the reason.
    }
  }

  private ChildState stateOf(Child child) {
    synchronized (states) {
      return states.getOrDefault(child, ChildState.of(child));
    }
  }

  private void set(ChildState state) {
    synchronized (states) {
      states.put(state.child(), state);
    }
  }

  /** Waits until no child runs, at most {@code limit}. */
  public void awaitEnd(Duration limit) {
    CompletableFuture<?>[] ends =
        running.keySet().stream().map(Process::onExit).toArray(CompletableFuture<?>[]::new);
    CompletableFuture<Boolean> all = CompletableFuture.allOf(ends).thenApply(_ -> true);
    boolean _ = all.completeOnTimeout(false, limit.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  /** Ends these children, which then start again after the shortest pause. */
  void restart(Predicate<Child> which) {
    inside.forEach(
        (run, within) -> {
          if (which.test(within.child())) {
            run.end();
          }
        });
    running.forEach(
        (process, child) -> {
          if (which.test(child)) {
            boolean _ = process.toHandle().destroy();
          }
        });
  }

  /** Stops restarts: a child that ends from now on has ended for good. */
  public void startNoMore() {
    closed.countDown();
  }

  @Override
  public void close() {
    Map<ProcessHandle, Optional<Duration>> all = new LinkedHashMap<>();
    synchronized (running) {
      startNoMore();
      running.forEach((process, child) -> all.put(process.toHandle(), child.toFinish()));
    }
    List<Within> runs = List.copyOf(inside.values());
    inside.keySet().forEach(Inside::end);
    List<ProcessHandle> left = new ArrayList<>();
    List<ProcessHandle> others = new ArrayList<>();
    List<CompletableFuture<?>> ends = new ArrayList<>();
    runs.forEach(
        run ->
            ends.add(run.end().completeOnTimeout(false, GRACE.toMillis(), TimeUnit.MILLISECONDS)));
    all.forEach(
        (process, toFinish) -> {
          if (toFinish.isEmpty()) {
            others.add(process);
            return;
          }
          left.add(process);
          // They must be collected before the process ends, because then they are unknown.
          process.descendants().forEach(left::add);
          ends.add(end(process, toFinish.get()));
        });
    ProcessTree.end(others, GRACE);
    ends.forEach(CompletableFuture::join);
    ProcessTree.end(left.stream().filter(ProcessHandle::isAlive).toList(), GRACE);
  }

  /** Ends one process without its children. Completes when it has ended, or at the limit. */
  private static CompletableFuture<?> end(ProcessHandle process, Duration limit) {
    CompletableFuture<ProcessHandle> end = process.onExit();
    boolean _ = process.destroy();
    return end.completeOnTimeout(process, limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
