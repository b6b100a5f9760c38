package org.sovereignbook.sbp.llm;

import java.util.Locale;
import java.util.Optional;

/** How a backend is given its job and hands back what it made of it. */
public enum LlmMode {
  /** Everything stands in the prompt, the model has no tools, and its answer is the output. */
  ANSWER,
  /**
   * The model reads its inputs as files and writes the one output file, in a scratch directory of
   * plain copies (IMPLEMENTATION §2); the backend hands the file's text on.
   */
  TOOLS;

  /** Reads the lower-case word; empty for any other text. */
  public static Optional<LlmMode> parse(String word) {
    for (LlmMode mode : values()) {
      if (mode.toString().equals(word)) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
