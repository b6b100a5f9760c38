package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * A pager for long text, as in git: at a terminal {@code $PAGER}, else {@code less}, which prints a
 * short text at once; without a terminal or pager the text is printed directly. Closing it waits
 * for the person to end the pager.
 */
public final class Pager implements AutoCloseable {
  private static final String DEFAULT = "less";
  private static final String LESS_OPTIONS = "FRX";

  private final Output output;
  private final Optional<Process> process;

  private Pager(Output output, Optional<Process> process) {
    this.output = output;
    this.process = process;
  }

  public static Pager of(Session session) {
    World world = session.world();
    if (session.output().isJson() || !world.terminal().getAsBoolean()) {
      return new Pager(session.output(), Optional.empty());
    }
    String program = world.environment().getOrDefault("PAGER", DEFAULT);
    try {
      Process process = start(world, program.isBlank() ? "cat" : program);
      PrintStream into = new PrintStream(process.getOutputStream(), false, StandardCharsets.UTF_8);
      return new Pager(session.output().into(into), Optional.of(process));
    } catch (IOException e) {
      return new Pager(session.output(), Optional.empty());
    }
  }

  private static Process start(World world, String program) throws IOException {
    Map<String, String> environment = new TreeMap<>(world.environment());
    environment.putIfAbsent("LESS", LESS_OPTIONS);
    List<String> command =
        OperatingSystem.posixShell(program.equals(DEFAULT) ? "less || cat" : program);
    return new Subprocess(command, environment, world.workingFolder())
        .withoutSecrets()
        .builder()
        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Returns the output to print the text to. */
  public Output output() {
    return output;
  }

  @Override
  public void close() {
    process.ifPresent(
        running -> {
          output.end();
          try {
            running.waitFor();
          } catch (InterruptedException e) {
            running.destroy();
            Thread.currentThread().interrupt();
          }
        });
  }
}
