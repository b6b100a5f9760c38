package org.sovereignbook.sbp.agent;

import org.sovereignbook.sbp.llm.AgentRole;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Resources;

/** The prompt files that `sbp init` installs (IMPLEMENTATION §4). */
public final class Prompts {
  private static final String FOLDER = "prompts/";

  private Prompts() {}

  /** The prompt that comes with the program. */
  public static String text(AgentRole role) {
    return Resources.text(FOLDER + role.promptFile());
  }

  /** The node's own prompt, as the operator edited it; the program's when the node has none. */
  public static String of(Node node, AgentRole role) {
    return node.readText(node.home().agentPrompts().resolve(role.promptFile()))
        .orElseGet(() -> text(role));
  }
}
