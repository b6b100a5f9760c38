package org.sovereignbook.sbp.agent;

import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.llm.LlmException;

/** What came of a call, as the ledger says it. */
public enum LlmOutcome {
  /** An answer that was used. */
  ANSWERED,
  /** An answer that could not be used. */
  UNUSABLE,
  /** The provider failed; several in a row and the backend rests. */
  FAILED,
  /** Something that the operator has to put right. */
  SETUP,
  /** The run was being ended. */
  INTERRUPTED;

  static Optional<LlmOutcome> parse(String word) {
    for (LlmOutcome outcome : values()) {
      if (outcome.toString().equals(word)) {
        return Optional.of(outcome);
      }
    }
    return Optional.empty();
  }

  static LlmOutcome of(LlmException.Kind kind) {
    return switch (kind) {
      case PROVIDER -> FAILED;
      case ANSWER -> UNUSABLE;
      case SETUP -> SETUP;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
