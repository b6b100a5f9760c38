package org.sovereignbook.sbp.model.llm;

import java.util.Optional;

/**
 * Whether a backend could answer now, as far as can be told without asking a model.
 *
 * @param found one sentence
 * @param remedy the command that mends it; empty when it is ready
 */
public record Readiness(String found, Optional<String> remedy) {

  public static Readiness ready(String found) {
    return new Readiness(found, Optional.empty());
  }

  public static Readiness not(String found, String remedy) {
    return new Readiness(found, Optional.of(remedy));
  }
}
