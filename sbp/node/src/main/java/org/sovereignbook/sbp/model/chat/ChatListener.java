package org.sovereignbook.sbp.model.chat;

/**
 * Receiver of a reply while it arrives; called in one thread at a time, not always the caller's.
 */
public interface ChatListener {
  /** Listener that ignores everything. */
  ChatListener NONE = delta -> {};

  /** Called with each further piece of the text. */
  void text(String delta);

  /** Called when the model begins to call a tool; its arguments are not complete yet. */
  default void toolCall(String id, String name) {}

  /** Called with a sentence for the operator, such as a prompt that fills the whole context. */
  default void warning(String sentence) {}
}
