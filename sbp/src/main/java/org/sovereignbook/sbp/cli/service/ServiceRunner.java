package org.sovereignbook.sbp.cli.service;

import java.io.IOException;
import java.util.List;

/** Runs a service manager's own commands; tests have another one. */
@FunctionalInterface
interface ServiceRunner {

  /** How a command ended; what it printed on both streams. */
  record Ran(int exitCode, String output) {
    boolean isDone() {
      return exitCode == 0;
    }
  }

  /**
   * Runs a command to its end.
   *
   * @param input its standard input
   * @throws IOException when there is no such command
   */
  Ran run(List<String> command, String input) throws IOException, InterruptedException;
}
