package org.sovereignbook.sbp.runtime.health;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;

/** Effects of suspending or ending an agent that the node itself runs. */
public final class OwnAgents {
  private OwnAgents() {}

  /** Returns what a node does not do without its agent of this name; empty for other agents. */
  public static Optional<String> without(String name) {
    return switch (name) {
      case "reader" -> Optional.of("nothing that arrives is read or answered");
      case "author" -> Optional.of("no piece is written, and no draft is posted");
      case "compactor" -> Optional.of("logs grow, and nothing is condensed");
      default -> Optional.empty();
    };
  }

  /** Returns the command by which an agent works again. */
  public static String again(Agent agent) {
    String verb =
        switch (agent.status()) {
          case REMOVED -> "register ";
          case DEACTIVATED -> "reactivate ";
          case REGISTERED, ACTIVE, SUSPENDED -> "activate ";
        };
    return "sbp agent " + verb + agent.name();
  }
}
