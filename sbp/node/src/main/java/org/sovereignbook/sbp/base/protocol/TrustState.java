package org.sovereignbook.sbp.base.protocol;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/** Trust in a peer (AGENT.md, trust model). Written in lower case. */
@Shape.Def("trust")
public enum TrustState {
  UNKNOWN,
  KNOWN,
  ENDORSED,
  TRUSTED,
  BLOCKED;

  /** Reads the lower-case word; empty for any other text. */
  public static Optional<TrustState> parse(String text) {
    return Words.find(TrustState.class, text);
  }

  /**
   * Returns whether this peer's endorsements of others count (IMPLEMENTATION §3.2, network step 4).
   */
  public boolean isEndorsedOrTrusted() {
    return this == ENDORSED || this == TRUSTED;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
