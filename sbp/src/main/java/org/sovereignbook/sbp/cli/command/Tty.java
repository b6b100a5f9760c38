package org.sovereignbook.sbp.cli.command;

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

  default int columns() {
    return USUAL_COLUMNS;
  }
}
