package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The terminal that a person sits at, if there is one. */
@FunctionalInterface
public interface Tty extends BooleanSupplier {
  int USUAL_COLUMNS = 80;

  /** Whether standard output goes to it. */
  @Override
  boolean getAsBoolean();

  /** Whether standard error goes to it, too. */
  default boolean showsErrors() {
    return getAsBoolean();
  }

  /**
   * Reads a line without showing it; an empty line at the end of input. Nothing is returned where
   * standard input has to be read instead.
   */
  default Optional<String> secret(String prompt) {
    return Optional.empty();
  }

  default int columns() {
    return USUAL_COLUMNS;
  }
}
