package org.sovereignbook.sbp.model.llm;

import java.util.Optional;

/**
 * Readiness of a backend, as far as it can be checked without calling a model.
 *
 * @param found one sentence
 * @param remedy the command that corrects the problem; empty when it is ready
 */
public record Readiness(String found, Optional<String> remedy) {

  public static Readiness ready(String found) {
    return new Readiness(found, Optional.empty());
  }

  public static Readiness not(String found, String remedy) {
    return new Readiness(found, Optional.of(remedy));
  }
}
