package org.sovereignbook.sbp.frontend.command;

/** When what is printed has colours. */
public enum ColorMode {
  /** For a person at a terminal, unless {@code NO_COLOR} is set or the terminal is dumb. */
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

  /** On standard error, which may go elsewhere than standard output. */
  boolean isOnForErrors(World world) {
    return isOn(world) && (this == ALWAYS || world.terminal().showsErrors());
  }

  private static boolean isWelcome(World world) {
    return world.environment().getOrDefault("NO_COLOR", "").isEmpty()
        && !world.environment().getOrDefault("TERM", "").equals("dumb");
  }
}
