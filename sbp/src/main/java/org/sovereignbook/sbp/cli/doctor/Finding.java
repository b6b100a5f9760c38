package org.sovereignbook.sbp.cli.doctor;

import java.util.Optional;
import org.sovereignbook.sbp.json.Words;

/**
 * What came of a check.
 *
 * @param found one line of what was found; peer text in it is escaped
 * @param remedy what to do; present when the check failed
 */
record Finding(Verdict verdict, String found, Optional<String> remedy) {

  /** What came of it. Written in lower case. */
  public enum Verdict {
    PASS,
    FAIL,
    /** Nothing to check, or it cannot be told from here. */
    SKIP;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  static Finding pass(String found) {
    return new Finding(Verdict.PASS, found, Optional.empty());
  }

  static Finding fail(String found, String remedy) {
    return new Finding(Verdict.FAIL, found, Optional.of(remedy));
  }

  static Finding skip(String found) {
    return new Finding(Verdict.SKIP, found, Optional.empty());
  }
}
