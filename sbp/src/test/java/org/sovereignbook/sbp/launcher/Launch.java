package org.sovereignbook.sbp.launcher;

import java.util.List;

/** What one start of the launcher did. */
record Launch(int exitCode, String output, String errors) {
  /** The words that the (fake) java was started with. */
  List<String> words() {
    return output.lines().filter(line -> line.startsWith("word:")).map(Launch::value).toList();
  }

  String javaHome() {
    return output
        .lines()
        .filter(line -> line.startsWith("home:"))
        .map(Launch::value)
        .findFirst()
        .orElse("java was not started");
  }

  private static String value(String line) {
    return line.substring(line.indexOf(':') + 1);
  }
}
