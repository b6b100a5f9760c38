package org.sovereignbook.sbp.plugins.openai;

import org.sovereignbook.sbp.base.json.JsonSearch;
import org.sovereignbook.sbp.model.chat.ChatListener;

/**
 * Text of a reply without the reasoning at its beginning, shown while it arrives. A text that may
 * still turn out to be reasoning is held back.
 */
final class VisibleText {
  /** Characters by which a reasoning part begins. */
  private static final String OPENERS = "<[◁";

  private static final String CLOSERS = ">]▷";

  /** Longer than each tag of a reasoning part. */
  private static final int MAX_TAG_CHARACTERS = 40;

  private enum State {
    UNDECIDED,
    REASONING,
    SHOWN
  }

  private final ChatListener listener;
  private final StringBuilder raw = new StringBuilder();
  private State state = State.UNDECIDED;

  VisibleText(ChatListener listener) {
    this.listener = listener;
  }

  void add(String delta) {
    if (delta.isEmpty()) {
      return;
    }
    raw.append(delta);
    if (state == State.SHOWN) {
      listener.text(delta);
      return;
    }
    if (state == State.UNDECIDED) {
      state = begins(raw.toString().stripLeading());
      if (state == State.SHOWN) {
        listener.text(raw.toString());
      }
    }
    // Only a tag can end the reasoning, and the search reads all of the text.
    if (state == State.REASONING
        && delta.chars().anyMatch(each -> CLOSERS.indexOf(each) >= 0 || each == 'l')) {
      String rest = whole();
      if (!rest.isEmpty()) {
        state = State.SHOWN;
        listener.text(rest);
      }
    }
  }

  private State begins(String text) {
    if (text.isEmpty()) {
      return State.UNDECIDED;
    }
    if (OPENERS.indexOf(text.charAt(0)) < 0) {
      return State.SHOWN;
    }
    if (!JsonSearch.withoutReasoning(text).equals(text)) {
      return State.REASONING;
    }
    boolean open =
        text.length() < MAX_TAG_CHARACTERS
            && text.chars().noneMatch(each -> CLOSERS.indexOf(each) >= 0 || each == '\n');
    return open || text.equals("<|channel|>") ? State.UNDECIDED : State.SHOWN;
  }

  /** Shows a text that was held back until the end. */
  void end() {
    if (state == State.UNDECIDED && !raw.isEmpty()) {
      state = State.SHOWN;
      listener.text(raw.toString());
    }
  }

  /** Returns the whole text so far. */
  String whole() {
    String text = raw.toString();
    String visible = JsonSearch.withoutReasoning(text);
    return visible.length() == text.length() ? text : visible.stripLeading();
  }
}
