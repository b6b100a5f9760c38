package org.sovereignbook.sbp.model.chat;

import java.util.List;
import java.util.Optional;

/**
 * Receiver of a reply while it arrives; called in one thread at a time, not always the caller's.
 */
public interface ChatListener {
  /** Listener that ignores everything. */
  ChatListener NONE = delta -> {};

  /**
   * Called before the model is asked.
   *
   * @param call the id of the call in the ledger of calls; empty if calls of this backend do not
   *     count
   */
  default void asks(Optional<String> call) {}

  /** Called with each further piece of the text. */
  void text(String delta);

  /** Called when the model begins to call a tool; its arguments are not complete yet. */
  default void toolCall(String id, String name) {}

  /**
   * Called when a program that runs tools asks whether it may make one call of its own, such as to
   * edit a file: the access rules decide, or a person who follows the turn.
   *
   * @param kind what the call does, in lower-case letters and {@code _}
   * @param words the call, for people; they are data
   */
  default boolean permits(String kind, List<String> words) throws InterruptedException {
    return false;
  }

  /** Called with a sentence for the operator, such as a prompt that fills the whole context. */
  default void warning(String sentence) {}
}
