package org.sovereignbook.sbp.runtime.scheduler;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * Execution of commands by the platform's shell (CHOICES 16): {@code sh -c}, or {@code cmd} on
 * Windows, with an empty standard input. Thread-safe.
 */
public final class ShellCommandRunner implements CommandRunner {
  /** How long output may still arrive after its command has ended. */
  private static final Duration OUTPUT_GRACE = Duration.ofSeconds(2);

  /** Holds the id by which all processes of one command are found. */
  private static final String RUN_VARIABLE = "SBP_COMMAND_RUN";

  private final Map<String, String> variables;
  private final Patience patience;
  private final Duration grace;

  /** Waits for a process. Returns whether it ended within the limit. */
  interface Patience {
    boolean outlasts(Process process, Duration limit) throws InterruptedException;
  }

  /** Makes a runner whose commands have the environment of this process. */
  public ShellCommandRunner() {
    this(System.getenv(), Map.of());
  }

  /** Makes a runner whose commands have these variables, and no others of this process. */
  public ShellCommandRunner(Map<String, String> environment, Map<String, String> more) {
    this(
        with(environment, more),
        (process, limit) -> process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS),
        ProcessTree.GRACE);
  }

  ShellCommandRunner(Patience patience, Duration grace) {
    this(System.getenv(), patience, grace);
  }

  private ShellCommandRunner(Map<String, String> variables, Patience patience, Duration grace) {
    this.variables = Map.copyOf(variables);
    this.patience = patience;
    this.grace = grace;
  }

  private static Map<String, String> with(Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(some);
    all.putAll(more);
    return all;
  }

  @Override
  public CommandResult run(Command command) throws InterruptedException {
    Process process;
    String run = ProcessHandle.current().pid() + "-" + System.nanoTime();
    BoundedProcess.Descendants descendants =
        new BoundedProcess.Descendants(RUN_VARIABLE + "=" + run);
    try {
      process = start(command, run);
    } catch (IOException e) {
      return new CommandResult.NotStarted(String.valueOf(e.getMessage()));
    }
    OutputPump output = OutputPump.start(process.getInputStream(), command.output());
    boolean ended = false;
    try {
      ended = patience.outlasts(process, command.timeLimit());
    } finally {
      if (!ended) {
        descendants.end(process.toHandle(), grace);
      }
    }
    String tail = output.end(OUTPUT_GRACE);
    return ended
        ? new CommandResult.Exited(process.exitValue(), tail)
        : new CommandResult.TimedOut(tail);
  }

  private Process start(Command command, String run) throws IOException {
    Map<String, String> environment = with(variables, command.environment());
    environment.put(RUN_VARIABLE, run);
    return new Subprocess(OperatingSystem.shell(command.line()), environment, command.folder())
        .start(ProcessBuilder.Redirect.PIPE);
  }

  /**
   * Reader of a running command's output, which passes it on line by line and keeps its end. Its
   * memory is bounded.
   */
  static final class OutputPump {
    /** Longer lines are passed on in pieces. */
    static final int MAX_LINE_CHARACTERS = 4_000;

    /** Most characters kept of the end. */
    static final int MAX_TAIL_CHARACTERS = 4_000;

    private static final int BUFFER_CHARACTERS = 1024;

    private final Consumer<String> lines;
    private final StringBuilder line = new StringBuilder();
    private final StringBuilder tail = new StringBuilder();
    private final Thread thread;

    private OutputPump(InputStream output, Consumer<String> lines) {
      this.lines = lines;
      this.thread =
          Thread.ofPlatform().daemon().name("command output").unstarted(() -> pump(output));
    }

    static OutputPump start(InputStream output, Consumer<String> lines) {
      OutputPump pump = new OutputPump(output, lines);
      pump.thread.start();
      return pump;
    }

    /**
     * Waits up to {@code limit} for the rest of the output and returns its end. A background
     * process that outlives its command keeps the pipe open.
     */
    String end(Duration limit) throws InterruptedException {
      thread.join(limit);
      synchronized (tail) {
        return tail.toString().strip();
      }
    }

    private void pump(InputStream output) {
      char[] buffer = new char[BUFFER_CHARACTERS];
      try (Reader reader = new InputStreamReader(output, StandardCharsets.UTF_8)) {
        for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
          keep(buffer, count);
          split(buffer, count);
        }
      } catch (IOException | UncheckedIOException e) {
        // The process is gone and the pipe is closed: this is the end of the output.
      }
      flushLine();
    }

    private void keep(char[] buffer, int count) {
      synchronized (tail) {
        tail.append(buffer, 0, count);
        if (tail.length() > MAX_TAIL_CHARACTERS) {
          tail.delete(0, tail.length() - MAX_TAIL_CHARACTERS);
        }
      }
    }

    private void split(char[] buffer, int count) {
      for (int i = 0; i < count; i++) {
        if (buffer[i] == '\n') {
          flushLine();
        } else {
          line.append(buffer[i]);
          if (line.length() >= MAX_LINE_CHARACTERS) {
            flushLine();
          }
        }
      }
    }

    private void flushLine() {
      if (!line.isEmpty()) {
        String whole = line.toString().stripTrailing();
        line.setLength(0);
        pass(whole);
      }
    }

    /** Passes a line on; one that cannot be stored must not stop the command at a full pipe. */
    private void pass(String whole) {
      try {
        lines.accept(whole);
      } catch (RuntimeException e) {
        // The line is lost: where it cannot be written, neither can the reason.
      }
    }
  }
}
