package org.sovereignbook.sbp.cli.service;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.node.Subprocess;

/** Runs a service manager's own commands, found on the PATH of this environment. */
record ServiceRunner(Map<String, String> environment) {
  private static final Duration TIME_LIMIT = Duration.ofMinutes(2);

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
   * @throws IOException when there is no such command, or it does not end
   */
  Ran run(List<String> command, String input) throws IOException, InterruptedException {
    Path program =
        find(command.getFirst())
            .orElseThrow(() -> new IOException("there is no " + command.getFirst() + " here"));
    List<String> words = new ArrayList<>(command);
    words.set(0, program.toString());
    try {
      Subprocess.Ended ended =
          new Subprocess(words, environment, Path.of("").toAbsolutePath()).run(input, TIME_LIMIT);
      return new Ran(ended.exitCode(), (ended.output() + ended.errors()).strip());
    } catch (TimeoutException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The program of this name, with the endings that Windows gives programs. */
  Optional<Path> find(String name) {
    return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .flatMap(
            folder -> List.of("", ".exe", ".cmd").stream().map(end -> Path.of(folder, name + end)))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
