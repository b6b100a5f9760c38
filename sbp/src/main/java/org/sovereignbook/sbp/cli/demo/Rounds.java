package org.sovereignbook.sbp.cli.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.cli.command.ExitCode;

/** Ticks the nodes round by round until a whole round changes nothing. */
final class Rounds {
  /** More at once would only fight for the processor. */
  static final int TICKS_AT_ONCE = 2;

  private static final int MAX_ROUNDS_BASE = 12;
  private static final int MAX_ROUNDS_PER_NODE = 3;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  private final List<DemoNode> nodes;
  private final Children children;
  private final DemoView view;
  private final LogTails tails;

  Rounds(List<DemoNode> nodes, Children children, DemoView view) {
    this.nodes = nodes;
    this.children = children;
    this.view = view;
    this.tails = new LogTails(nodes);
  }

  /**
   * How it went.
   *
   * @param count how many rounds there were, the last and quiet one included
   * @param problems ticks that failed, or that the nodes did not come to rest
   */
  record Played(int count, List<String> problems) {}

  Played play(Director director) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    int maxRounds = MAX_ROUNDS_BASE + MAX_ROUNDS_PER_NODE * nodes.size();
    List<NodeState> before = states();
    for (int round = 1; round <= maxRounds; round++) {
      problems.addAll(tickAll());
      List<NodeState> after = states();
      boolean settled = after.equals(before);
      boolean goesOn = director.lead(after, settled);
      if (settled && !goesOn) {
        return new Played(round, problems);
      }
      before = goesOn ? states() : after;
    }
    problems.add("the nodes were still busy after " + maxRounds + " rounds");
    return new Played(maxRounds, problems);
  }

  private List<NodeState> states() {
    return nodes.stream().map(NodeState::of).toList();
  }

  private List<String> tickAll() throws IOException, InterruptedException {
    try (ExecutorService pool = Executors.newFixedThreadPool(TICKS_AT_ONCE)) {
      try {
        List<Future<Children.Ended>> ticks = new ArrayList<>();
        for (DemoNode node : nodes) {
          ticks.add(pool.submit(tick(node)));
        }
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < ticks.size(); i++) {
          Children.Ended ended = await(ticks.get(i));
          if (ended.exitCode() != ExitCode.DONE.number()
              && ended.exitCode() != ExitCode.NOTHING_TO_DO.number()) {
            problems.add(
                "%s: a tick ended with %d: %s"
                    .formatted(nodes.get(i).name(), ended.exitCode(), ended.output().strip()));
          }
        }
        return problems;
      } finally {
        pool.shutdownNow();
      }
    }
  }

  private Callable<Children.Ended> tick(DemoNode node) {
    return () -> children.run("tick", "--home", node.home());
  }

  /** Waits for a tick and shows meanwhile what happens. */
  private Children.Ended await(Future<Children.Ended> tick)
      throws IOException, InterruptedException {
    while (true) {
      try {
        Children.Ended ended = tick.get(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        show();
        return ended;
      } catch (TimeoutException e) {
        show();
      } catch (ExecutionException e) {
        throw new IOException("a tick could not be run: " + e.getMessage(), e);
      }
    }
  }

  private void show() {
    tails.show(view);
    view.states(nodes, this::states);
  }
}
