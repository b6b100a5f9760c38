package org.sovereignbook.sbp.ops.doctor;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.Style;

/**
 * The result of a check.
 *
 * @param found one line; peer text in it is escaped
 * @param remedy a command; there is one unless the check passed, or nothing can be done
 */
record Finding(CheckStatus verdict, String found, Optional<String> remedy) {

  /** The verdict of a check. Written in lower case. */
  public enum CheckStatus {
    PASS(Style.PASS),
    FAIL(Style.FAIL),
    /** It works, but may fail or become expensive. */
    WARN(Style.WARNING),
    /** Not set up yet, or not yet seen to work. */
    TODO(Style.NEW),
    /** Nothing to check, or not possible from here. */
    SKIP(Style.QUIET);

    private final Style style;

    CheckStatus(Style style) {
      this.style = style;
    }

    String styled() {
      return style.on(toString());
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  static Finding pass(String found) {
    return new Finding(CheckStatus.PASS, found, Optional.empty());
  }

  static Finding fail(String found, String remedy) {
    return new Finding(CheckStatus.FAIL, found, Optional.of(remedy));
  }

  static Finding warn(String found, String remedy) {
    return new Finding(CheckStatus.WARN, found, Optional.of(remedy));
  }

  static Finding todo(String found, String remedy) {
    return new Finding(CheckStatus.TODO, found, Optional.of(remedy));
  }

  static Finding skip(String found) {
    return new Finding(CheckStatus.SKIP, found, Optional.empty());
  }
}
