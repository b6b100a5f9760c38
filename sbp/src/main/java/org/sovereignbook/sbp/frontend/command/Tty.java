package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The terminal of the person, if there is one. */
@FunctionalInterface
public interface Tty extends BooleanSupplier {
  int USUAL_COLUMNS = 80;

  /** Returns whether standard output goes to it. */
  @Override
  boolean getAsBoolean();

  /** Returns whether standard error goes to it, too. */
  default boolean showsErrors() {
    return getAsBoolean();
  }

  /** The line that {@link #secret} returns at the end of input. */
  String END = "\u0004";

  /**
   * Reads a line without showing it; {@link #END} at the end of input. Returns empty where standard
   * input has to be read instead.
   */
  default Optional<String> secret(String prompt) {
    return Optional.empty();
  }

  /** Returns whether this process may read it: one in the background would be stopped. */
  default boolean isForeground() {
    return getAsBoolean();
  }

  /** Returns whether something was typed or pasted that nobody has read yet. */
  default boolean hasInput() {
    return false;
  }

  default int columns() {
    return USUAL_COLUMNS;
  }
}
