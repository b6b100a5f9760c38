package org.sovereignbook.sbp.plugins.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.frontend.command.Cleanup;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.plugins.demo.Profiles.Profile;
import org.sovereignbook.sbp.plugins.demo.script.Children;
import org.sovereignbook.sbp.plugins.demo.script.DemoLauncher;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.LogTail;

/**
 * One run of the demo: real nodes in a folder, made, served and ticked by real {@code sbp}
 * commands, over real HTTP on this machine's loopback address, round by round until a whole round
 * changes nothing.
 */
final class DemoRun {
  /** Enough for all nodes of an ordinary run; more at once would only compete for the processor. */
  private static final int TICKS_AT_ONCE = 3;

  private static final int MAX_ROUNDS_BASE = 12;
  private static final int MAX_ROUNDS_PER_NODE = 3;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  private final List<DemoNode> nodes;
  private final DemoView view;
  private final List<NodeLog> logs = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /** New lines in one of a node's logs. */
  private record NodeLog(DemoNode node, LogTail lines) {}

  private DemoRun(List<DemoNode> nodes, DemoView view) {
    this.nodes = nodes;
    this.view = view;
    for (DemoNode node : nodes) {
      logs.add(new NodeLog(node, node.store().tail(LogFile.OPS)));
      logs.add(new NodeLog(node, node.store().tail(LogFile.SESSION)));
    }
  }

  /**
   * Runs the demo; its processes have ended when this returns.
   *
   * @param folder an empty folder for all files
   * @param cleanup gets the processes before the first one starts
   */
  static DemoResult of(
      List<Profile> profiles,
      Path folder,
      DemoLauncher launcher,
      PeerClient client,
      DemoView view,
      Cleanup cleanup)
      throws IOException, InterruptedException {
    Path outputs = Files.createDirectories(folder.resolve("outputs"));
    try (Children children = new Children(launcher, System.getenv(), outputs)) {
      cleanup.add(children::close);
      view.phase("%d nodes, each a folder below %s".formatted(profiles.size(), folder));
      List<DemoNode> nodes = new NodeStarter(folder, children, client, view).start(profiles);
      DemoRun run = new DemoRun(nodes, view);
      Phases phases = new Phases(nodes, view);
      int rounds = run.rounds(phases);
      view.phase("quiet: a whole round changed nothing");
      return DemoResult.of(nodes, rounds, run.problems, phases.unwritten());
    }
  }

  /** Runs all rounds. Returns how many there were, including the last one without changes. */
  private int rounds(Phases phases) throws IOException, InterruptedException {
    int maxRounds = MAX_ROUNDS_BASE + MAX_ROUNDS_PER_NODE * nodes.size();
    List<NodeState> before = states();
    for (int round = 1; round <= maxRounds; round++) {
      tickAll();
      List<NodeState> after = states();
      boolean settled = after.equals(before);
      boolean goesOn = phases.lead(after, settled);
      if (settled && !goesOn) {
        return round;
      }
      before = goesOn ? states() : after;
    }
    problems.add("the nodes were still busy after " + maxRounds + " rounds");
    return maxRounds;
  }

  private List<NodeState> states() {
    return nodes.stream().map(NodeState::of).toList();
  }

  private void tickAll() throws IOException, InterruptedException {
    try (ExecutorService pool = Executors.newFixedThreadPool(TICKS_AT_ONCE)) {
      try {
        List<Future<Children.Ended>> ticks = new ArrayList<>();
        for (DemoNode node : nodes) {
          ticks.add(pool.submit(() -> node.commands().run("tick", "--home", node.home())));
        }
        for (int i = 0; i < ticks.size(); i++) {
          Children.Ended ended = await(ticks.get(i));
          if (ended.exitCode() != ExitCode.DONE.number()
              && ended.exitCode() != ExitCode.NOTHING_TO_DO.number()) {
            problems.add(
                "%s: a tick ended with %d: %s"
                    .formatted(nodes.get(i).name(), ended.exitCode(), ended.output().strip()));
          }
        }
      } finally {
        pool.shutdownNow();
      }
    }
  }

  /** Waits for a tick and shows events meanwhile. */
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
    for (NodeLog log : logs) {
      log.lines().added().forEach(line -> view.event(log.node().name(), line));
    }
    view.states(nodes, this::states);
  }
}
