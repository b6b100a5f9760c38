package org.sovereignbook.sbp.runtime.scheduler;

/**
 * A command that the scheduler runs again and again while its feature is on (IMPLEMENTATION §7). A
 * component of the same name in the configuration, with a command, takes its place.
 *
 * @param component the name under which plans, logs and the configuration have it
 * @param minutes the least time from the end of one run to the next, at least 1
 * @param command its words, as typed behind {@code sbp}; exit code 3 says that there was nothing to
 *     do
 */
public record Timer(String component, int minutes, String command) {
  public Timer {
    if (minutes < 1 || command.isBlank()) {
      throw new IllegalArgumentException("a timer has a command and at least one minute");
    }
  }
}
