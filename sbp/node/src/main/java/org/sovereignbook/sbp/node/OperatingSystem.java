package org.sovereignbook.sbp.node;

import java.util.ArrayList;
import java.util.List;

/** The one that the program runs on, and how it runs a line that a person has written. */
public final class OperatingSystem {
  private OperatingSystem() {}

  /** Returns Java's name of the operating system. */
  public static String name() {
    return System.getProperty("os.name", "");
  }

  public static boolean isWindows() {
    return name().startsWith("Windows");
  }

  /** Returns the command that runs a line by the system's own shell. */
  public static List<String> shell(String line) {
    return isWindows() ? List.of("cmd.exe", "/d", "/c", line) : posixShell(line);
  }

  /**
   * Returns the command that runs a line which only a POSIX shell understands.
   *
   * @param arguments {@code $0}, {@code $1} and so on
   */
  public static List<String> posixShell(String line, String... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", line));
    command.addAll(List.of(arguments));
    return command;
  }
}
