package org.sovereignbook.sbp.plugins.service;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.node.Subprocess;

/** Runner of a service manager's own commands, found on the PATH of this environment. */
record ServiceRunner(Map<String, String> environment) {
  private static final Duration TIME_LIMIT = Duration.ofMinutes(2);

  /**
   * Runs a command until it ends.
   *
   * @param input its standard input
   * @throws IOException when there is no such command, or it does not end
   */
  Subprocess.Ended run(List<String> command, String input)
      throws IOException, InterruptedException {
    Path program =
        Programs.onPath(environment, command.getFirst())
            .orElseThrow(() -> new IOException("there is no " + command.getFirst() + " here"));
    List<String> words = new ArrayList<>(command);
    words.set(0, program.toString());
    try {
      return new Subprocess(words, environment, Path.of("").toAbsolutePath())
          .withoutSecrets()
          .run(input, TIME_LIMIT);
    } catch (TimeoutException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
