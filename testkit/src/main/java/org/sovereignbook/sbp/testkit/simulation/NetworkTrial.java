package org.sovereignbook.sbp.testkit.simulation;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;

/**
 * {@code scripts/trials run network -- [--nodes N] [--days D] [--seed S] [--seeds COUNT]
 * [--tick-hours N] [--faults A,B|none] [--histories FOLDER]}: simulates networks and says what it
 * saw. A failing network is made smaller, and the last line is the command that repeats it. With
 * {@code --faults-put-back NAME|all} and {@code --altered FOLDER} the simulation itself is judged.
 * Exit code 0: all promises held, or all faults were found; 1: not so; 2: the command line is
 * wrong.
 */
public final class NetworkTrial {
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int MAX_TOLD = 10;

  private final PrintStream out;
  private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Long> checks = new TreeMap<>();

  private NetworkTrial(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try {
      TrialOptions options = TrialOptions.of(List.of(arguments));
      System.exit(run(options, out) ? 0 : FAILED);
    } catch (IllegalArgumentException e) {
      System.err.println("network: " + e.getMessage() + "; " + TrialOptions.USAGE);
      System.exit(USAGE);
    }
  }

  private static boolean run(TrialOptions options, PrintStream out) {
    JudgedTrial judged = new JudgedTrial(options, out);
    return options
        .faultsPutBack()
        .map(judged::ofHistory)
        .or(() -> options.altered().map(judged::ofFolders))
        .orElseGet(() -> new NetworkTrial(out).run(options));
  }

  private boolean run(TrialOptions options) {
    List<Simulation.Outcome> failed =
        options.seconds().map(time -> runFor(time, options)).orElseGet(() -> runAll(options));
    out.println("faults: " + faults);
    out.println("seen: " + counts);
    out.println("checks: " + checks);
    if (options.seconds().isEmpty()) {
      failed.stream().limit(1).forEach(this::tellSmaller);
    }
    return failed.isEmpty();
  }

  /**
   * Runs all seeds, one on each processor, and tells of them in order. Returns those that failed.
   */
  private List<Simulation.Outcome> runAll(TrialOptions options) {
    try (ExecutorService processors =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      return LongStream.range(options.seed(), options.seed() + options.seeds())
          .mapToObj(
              seed -> CompletableFuture.supplyAsync(() -> timed(options.plan(seed)), processors))
          .toList()
          .stream()
          .map(run -> told(run.join()))
          .peek(
              one ->
                  options
                      .histories()
                      .ifPresent(folder -> one.histories().write(folder, one.plan().seed())))
          .filter(one -> !one.violations().isEmpty())
          .toList();
    }
  }

  /** Runs seed after seed, until one fails or the time is over. Returns the one that failed. */
  private List<Simulation.Outcome> runFor(Duration time, TrialOptions options) {
    long begin = System.nanoTime();
    for (long seed = options.seed(); System.nanoTime() - begin < time.toNanos(); seed++) {
      Simulation.Outcome outcome = told(timed(options.plan(seed)));
      if (!outcome.violations().isEmpty()) {
        return List.of(outcome);
      }
    }
    return List.of();
  }

  private record Timed(Simulation.Outcome outcome, Duration time) {}

  private static Timed timed(Plan plan) {
    long start = System.nanoTime();
    Simulation.Outcome outcome = Simulation.run(plan);
    return new Timed(outcome, Duration.ofNanos(System.nanoTime() - start));
  }

  private Simulation.Outcome told(Timed run) {
    Simulation.Outcome outcome = run.outcome();
    add(outcome);
    out.printf(
        "seed %d: %s, %d ms, trace %s%n",
        outcome.plan().seed(),
        outcome.violations().isEmpty() ? "all held" : outcome.violations().size() + " violations",
        run.time().toMillis(),
        outcome.hash());
    outcome.violations().stream().limit(MAX_TOLD).forEach(one -> out.println("  " + one));
    outcome.lastLines().forEach(out::println);
    return outcome;
  }

  private void add(Simulation.Outcome outcome) {
    outcome.faults().forEach((kind, count) -> faults.merge(kind, count, Integer::sum));
    outcome.counts().forEach((what, count) -> counts.merge(what, count, Long::sum));
    outcome.checks().forEach((what, count) -> checks.merge(what, count, Long::sum));
  }

  private void tellSmaller(Simulation.Outcome failed) {
    out.println("repeat: " + failed.plan().command());
    Simulation.Outcome smaller = Shrinking.of(failed);
    smaller.violations().stream().limit(MAX_TOLD).forEach(one -> out.println("  " + one));
    out.println("smaller: " + smaller.plan().command());
  }
}
