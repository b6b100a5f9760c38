package org.sovereignbook.sbp.protocol;

import java.util.Locale;
import java.util.Optional;

/** What we allow a peer (AGENT.md, trust model). Written in lower case. */
public enum TrustState {
  UNKNOWN,
  KNOWN,
  ENDORSED,
  TRUSTED,
  BLOCKED;

  /** Reads the lower-case word; empty for any other text. */
  public static Optional<TrustState> parse(String text) {
    for (TrustState state : values()) {
      if (state.toString().equals(text)) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }

  /** Whether this peer's endorsements of others count (IMPLEMENTATION §3.2, network step 4). */
  public boolean isEndorsedOrTrusted() {
    return this == ENDORSED || this == TRUSTED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
