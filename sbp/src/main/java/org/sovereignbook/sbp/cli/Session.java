package org.sovereignbook.sbp.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.ExclusiveStore;

/**
 * One run of a subcommand: the world, where its output goes, and its node.
 *
 * @param home the value of {@code --home}, if given
 */
public record Session(World world, Output output, Optional<Path> home) {

  /** The work of a step on the node and its store, held for this step alone. */
  @FunctionalInterface
  public interface Step {
    StepResult run(Node node, Store store) throws Exception;
  }

  /** The node that the user means; a {@link CliException} when there is none. */
  public Node node() {
    return nodeAt(NodeFinder.find(world, home));
  }

  /** The node in this folder, whether it is one already or not. */
  public Node nodeAt(Path root) {
    return new Node(new NodeHome(root), world.disk(), world.clock(), world.random());
  }

  /** The token of the tick that started this process, if one did. */
  public Optional<String> tickToken() {
    return Optional.ofNullable(world.environment().get(ExclusiveStore.TICK_TOKEN_VARIABLE));
  }

  /** Takes the node for the step, or says who holds it. */
  public ExclusiveStore exclusive(Node node, String component) {
    return ExclusiveStore.open(node, component, tickToken());
  }

  /** Runs a step while holding the node, and prints what it did. */
  public ExitCode step(String component, Step step) throws Exception {
    return step(component, false, context -> step.run(context.node(), context.store()));
  }

  ExitCode step(String component, boolean now, StepWork work) throws Exception {
    Node node = node();
    try (ExclusiveStore held = exclusive(node, component)) {
      StepResult result;
      try (StepContext context = new StepContext(node, held.store(), now, ProgressBar.of(this))) {
        result = work.on(context);
      }
      return output.result(result);
    }
  }
}
