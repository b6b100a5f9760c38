package org.sovereignbook.sbp.frontend.turns;

import java.util.Optional;

/**
 * Answer of a model while it arrives, which the heartbeat of its turn stores. Thread-safe: one
 * thread hears the model, another one writes.
 */
final class PartialAnswer {
  private final StringBuilder text = new StringBuilder();
  private boolean isAgain;
  private int after;
  private int stored;

  /**
   * Beginning of an answer.
   *
   * @param after the number of the turn's last message when the answer began
   */
  record Beginning(int after, String text) {}

  /**
   * Begins an answer behind the turn's last message. The text of an earlier try stays until the
   * first word of this one.
   */
  synchronized void begins(int behind) {
    if (after != behind) {
      ends();
    }
    after = behind;
    isAgain = true;
  }

  synchronized void add(String delta) {
    if (isAgain) {
      ends();
      isAgain = false;
    }
    text.append(delta);
  }

  /** Returns whether any of the last try's answer has come. */
  synchronized boolean hasBegun() {
    return !isAgain && !text.isEmpty();
  }

  /** Forgets the answer: it is complete, and stored as such. */
  synchronized void ends() {
    text.setLength(0);
    stored = 0;
  }

  /** Returns what has come; empty when it is nothing. */
  synchronized Optional<Beginning> now() {
    return text.toString().isBlank()
        ? Optional.empty()
        : Optional.of(new Beginning(after, text.toString()));
  }

  /** Returns what has come, if that is more than what was stored. */
  synchronized Optional<Beginning> unstored() {
    return text.length() > stored ? now() : Optional.empty();
  }

  synchronized void stored(Beginning beginning) {
    stored = beginning.text().length();
  }
}
