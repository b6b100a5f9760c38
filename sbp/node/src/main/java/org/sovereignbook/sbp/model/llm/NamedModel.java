package org.sovereignbook.sbp.model.llm;

import org.sovereignbook.sbp.node.Config;

/**
 * Common part of {@link LlmBackend} and {@link org.sovereignbook.sbp.model.chat.ChatBackend}: a
 * class that implements both inherits each of its defaults once.
 */
public interface NamedModel {
  /**
   * Returns the name by which the configuration chooses it, such as {@code builtin}; its settings
   * are in section {@code llm.NAME}. Lower-case letters, digits and hyphens.
   */
  String name();

  /** Returns the name of the section with its settings. */
  default String settingsSection() {
    return "llm." + name();
  }

  /**
   * Returns the service that it calls with these settings, as the ledger of calls names it. A pause
   * that one service wants does not hold up another.
   */
  default String service(Config settings) {
    return name();
  }
}
