package org.sovereignbook.sbp.cli.command;

import java.util.function.BooleanSupplier;
import org.jline.terminal.Terminal;

/**
 * A terminal that is open already, on which a command of the shell draws: a process has but one.
 */
public record SharedTerminal(Terminal terminal) implements BooleanSupplier {

  @Override
  public boolean getAsBoolean() {
    return true;
  }
}
