package org.sovereignbook.sbp.cli.service;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a service manager's own commands, found on the PATH of this environment. */
record ServiceRunner(Map<String, String> environment) {

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
  Ran run(List<String> command, String input) throws IOException, InterruptedException {
    Path program =
        find(command.getFirst())
            .orElseThrow(() -> new IOException("there is no " + command.getFirst() + " here"));
    List<String> words = new ArrayList<>(command);
    words.set(0, program.toString());
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It ended without reading; its exit code and output say why.
    }
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new Ran(process.waitFor(), output);
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
