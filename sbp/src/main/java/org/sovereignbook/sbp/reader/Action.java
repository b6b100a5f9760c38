package org.sovereignbook.sbp.reader;

import java.util.Locale;
import java.util.Optional;

/** What the reader may decide (IMPLEMENTATION §3.3, reader-postprocess 3). */
public enum Action {
  ENDORSE_CONTENT,
  ENDORSE_IDENTITY,
  REPLY,
  UPDATE_TRUST,
  ACCEPT_SUBSCRIBE,
  REJECT_SUBSCRIBE,
  ACCEPT_UNSUBSCRIBE,
  RECIPROCATE_ANNOUNCE,
  IGNORE;

  /** Reads the lower-case word; empty for any other text. */
  public static Optional<Action> parse(String word) {
    for (Action action : values()) {
      if (action.toString().equals(word)) {
        return Optional.of(action);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
