package org.sovereignbook.sbp.runtime.scheduler;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.testing.TestNode;

/** A node, a scripted runner, and what a test asks them. */
final class Ticking {
  final TestNode node;
  final ScriptedRunner runner = new ScriptedRunner();
  final List<TickEvent> events = new ArrayList<>();

  /** Whether the node's model may charge for its calls. */
  boolean isMetered;

  Ticking(Path folder) {
    node = TestNode.in(folder);
  }

  Tick tick() {
    return tick(node.node());
  }

  Tick tick(Node on) {
    return new Tick(
        on,
        TestNode.FILES,
        Optional.of("/opt/sbp/scripts/sbp"),
        runner,
        _ -> isMetered,
        events::add);
  }

  TickResult run() {
    try {
      return tick().run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs a tick and says which components ran. */
  List<String> ran() {
    run();
    return runner.takeRan();
  }

  /** Runs everything once, so that nothing is due; then time passes. */
  Ticking settledThen(Duration time) {
    run();
    runner.takeRan();
    runner.commands.clear();
    events.clear();
    node.clock().advance(time);
    return this;
  }

  void receive(int messages) {
    for (int i = 0; i < messages; i++) {
      node.store().inbox().accept("{}".getBytes(StandardCharsets.UTF_8), node.clock().instant());
    }
  }

  /** The reader takes this many messages away. */
  void process(int messages) {
    node.store().inbox().pending().stream()
        .limit(messages)
        .forEach(
            id -> node.node().disk().delete(node.home().inbox().resolve(id.value() + ".json")));
  }

  SchedulerState state() {
    return Shape.of(SchedulerState.class).read(stateJson());
  }

  JsonObject stateJson() {
    return node.node().readJson(node.home().schedulerState()).orElseThrow();
  }

  void sessionLog(int lines) {
    node.node().writeText(node.home().sessionLog(), "line\n".repeat(lines));
  }

  List<String> opsLog() {
    return node.store().lines(LogFile.OPS);
  }

  static Duration minutes(long minutes) {
    return Duration.ofMinutes(minutes);
  }
}
