package org.sovereignbook.sbp.cli.doctor;

import java.util.Optional;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.json.Words;

/**
 * One line of the checklist.
 *
 * @param what the thing that was looked at
 * @param found one line of what was found; peer text in it is escaped
 * @param remedy what to do; present when the check failed
 */
record Check(
    @Shape.Named("check") String what, Verdict verdict, String found, Optional<String> remedy) {

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

  static Check pass(String what, String found) {
    return new Check(what, Verdict.PASS, found, Optional.empty());
  }

  static Check fail(String what, String found, String remedy) {
    return new Check(what, Verdict.FAIL, found, Optional.of(remedy));
  }

  static Check skip(String what, String found) {
    return new Check(what, Verdict.SKIP, found, Optional.empty());
  }

  /** For a person. */
  public String line() {
    return "%s  %s: %s".formatted(verdict, what, found);
  }
}
