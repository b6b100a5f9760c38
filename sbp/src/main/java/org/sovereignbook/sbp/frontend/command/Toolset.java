package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;

/** A group of tools that a client can choose as a whole, in place of the usual selection. */
public enum Toolset {
  /** Tasks that agents share. */
  BOARD("task_list"),
  /** Mail between agents. */
  MAIL("mail_list"),
  /** Values that agents publish for each other. */
  BUS("bus_list"),
  /** Memory of agents, alone and in groups. */
  MEMORY("memory_search"),
  /** Agents, their lives and their capabilities. */
  AGENTS("agent_list"),
  /** The state of the node, and the texts that it has received and published. */
  READING("search"),
  /** Other nodes: messages to them, recommendations of them. */
  PEERS("messages"),
  /** Policies, decisions, entities. */
  ACCESS("access_check"),
  /** Programs that events start. */
  HOOKS("hook_list"),
  /** Tools that features bring, beyond those of the program. */
  FEATURES("tool_search"),
  /** Every tool. No tool declares it. */
  ALL("tool_search");

  private final String look;

  Toolset(String look) {
    this.look = look;
  }

  /** Returns the tool that lists what exists, for a caller after an error of another tool. */
  public String look() {
    return look;
  }

  /** Returns the set of this name. */
  public static Optional<Toolset> of(String word) {
    return Words.find(Toolset.class, word);
  }

  /** Returns whether a tool that declares {@code other} is in this set. */
  public boolean includes(Toolset other) {
    return this == ALL || this == other;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
