package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Node;

/** A feature with agents that {@code sbp agent run} runs, besides the jobs of the node. */
public interface AgentRunFeature extends Feature {

  /**
   * The arguments of {@code sbp agent run}.
   *
   * @param llm the backend that it names
   * @param file the file in which the agent is described
   * @param run the run to which the agent belongs, which has given it a token
   * @param now whether to call a backend that rests after failures
   */
  record Asked(
      Session session,
      Node node,
      String agent,
      Optional<String> llm,
      Optional<Path> file,
      Optional<String> run,
      boolean now) {}

  /** The work of one agent until its end. */
  @FunctionalInterface
  interface AgentWork {
    ExitCode run() throws InterruptedException;
  }

  /** The output for programs at the end. */
  record Worked(String member, WorkEnd end) {}

  /**
   * Returns the work of an agent; empty when the feature has no agent of this name. It checks its
   * caller itself: an agent may begin it.
   */
  Optional<AgentWork> work(Asked asked);
}
