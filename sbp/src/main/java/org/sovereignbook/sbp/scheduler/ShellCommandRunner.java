package org.sovereignbook.sbp.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.node.ProcessTree;

/**
 * Runs commands by the platform's shell (CHOICES 16): {@code sh -c}, or {@code cmd} on Windows,
 * with an empty standard input. Thread-safe.
 */
public final class ShellCommandRunner implements CommandRunner {
  /** How long output may still come in after its command has ended. */
  private static final Duration OUTPUT_GRACE = Duration.ofSeconds(2);

  private final Patience patience;
  private final Duration grace;

  /** Waits for a process: whether it ended within the limit. */
  interface Patience {
    boolean outlasts(Process process, Duration limit) throws InterruptedException;
  }

  public ShellCommandRunner() {
    this(
        (process, limit) -> process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS),
        ProcessTree.GRACE);
  }

  ShellCommandRunner(Patience patience, Duration grace) {
    this.patience = patience;
    this.grace = grace;
  }

  @Override
  public Exit run(Command command) throws InterruptedException {
    Process process;
    try {
      process = start(command);
    } catch (IOException e) {
      return new Exit.NotStarted(String.valueOf(e.getMessage()));
    }
    OutputPump output = OutputPump.start(process.getInputStream(), command.output());
    boolean ended = false;
    try {
      ended = patience.outlasts(process, command.timeLimit());
    } finally {
      if (!ended) {
        ProcessTree.end(process.toHandle(), grace);
      }
    }
    String tail = output.end(OUTPUT_GRACE);
    return ended ? new Exit.Exited(process.exitValue(), tail) : new Exit.TimedOut(tail);
  }

  private static Process start(Command command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(shell(command.line()))
            .directory(command.folder().toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(command.environment());
    Process process = builder.start();
    // Some programs wait for ever for an input that stays open.
    process.getOutputStream().close();
    return process;
  }

  private static List<String> shell(String line) {
    return System.getProperty("os.name", "").startsWith("Windows")
        ? List.of("cmd.exe", "/d", "/c", line)
        : List.of("sh", "-c", line);
  }
}
