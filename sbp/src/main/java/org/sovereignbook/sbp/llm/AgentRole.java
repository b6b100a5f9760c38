package org.sovereignbook.sbp.llm;

import java.util.Locale;
import java.util.Optional;

/** The three moments of judgment (IMPLEMENTATION §2), and the writing of the ethos. */
public enum AgentRole {
  READER,
  AUTHOR,
  COMPACTOR,
  /** Only when the operator has asked for it (AGENT.md, starting prompt and operator controls). */
  ETHOS;

  /** Reads the lower-case word; empty for any other text. */
  public static Optional<AgentRole> parse(String word) {
    for (AgentRole role : values()) {
      if (role.toString().equals(word)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  /** The file name in {@code agent-prompts/} (CHOICES 15). */
  public String promptFile() {
    return "CLAUDE-" + name() + ".md";
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
