package org.sovereignbook.sbp.frontend.command;

/** Setting for colours in the output. */
public enum ColorMode {
  /** Colours for a person at a terminal, unless {@code NO_COLOR} is set or the terminal is dumb. */
  AUTO,
  ALWAYS,
  NEVER;

  boolean isOn(World world) {
    return switch (this) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> world.terminal().getAsBoolean() && isWelcome(world);
    };
  }

  /**
   * Returns whether to use colours on standard error, which may go elsewhere than standard output.
   */
  boolean isOnForErrors(World world) {
    return isOn(world) && (this == ALWAYS || world.terminal().showsErrors());
  }

  private static boolean isWelcome(World world) {
    return world.environment().getOrDefault("NO_COLOR", "").isEmpty()
        && !world.environment().getOrDefault("TERM", "").equals("dumb");
  }
}
