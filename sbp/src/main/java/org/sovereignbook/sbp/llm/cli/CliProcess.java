package org.sovereignbook.sbp.llm.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * Runs one program to its end or to the end of its time. Standard output and error go to files,
 * since some programs lose the rest of a pipe when they exit; both are bounded. Afterwards none of
 * its processes is left, also when the thread is interrupted or this process is being ended.
 *
 * @param program its path
 * @param environment all of it
 * @param meanwhile done now and then while it runs, and once when it has ended
 */
record CliProcess(
    Path program,
    Scratch scratch,
    Map<String, String> environment,
    Descendants descendants,
    Runnable meanwhile) {
  /** Far above what any role answers, the CLIs' own words included. */
  static final long MAX_OUTPUT_BYTES = 32L * 1024 * 1024;

  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /**
   * Runs it.
   *
   * @param input its standard input
   * @throws LlmException when it cannot be started, is out of time or prints without end
   */
  CodingCli.Exit run(List<String> arguments, Path input, Duration limit)
      throws LlmException, InterruptedException {
    long start = System.nanoTime();
    Process process = start(arguments, input);
    AtomicBoolean stopped = new AtomicBoolean();
    try (AtExit _ =
        AtExit.run("end of " + program.getFileName(), () -> endAndDelete(process, stopped))) {
      await(process, start, limit);
    } finally {
      end(process);
    }
    if (stopped.get()) {
      throw new InterruptedException("told to stop");
    }
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    return new CodingCli.Exit(
        process.exitValue(), text(scratch.stdout()), text(scratch.stderr()), duration);
  }

  /** The same with further variables; an empty value takes one away. */
  CliProcess with(Map<String, String> further) {
    Map<String, String> all = new TreeMap<>(environment);
    all.putAll(further);
    all.values().removeIf(String::isEmpty);
    return new CliProcess(program, scratch, all, descendants, meanwhile);
  }

  private Process start(List<String> arguments, Path input) throws LlmException {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new Subprocess(command, environment, scratch.work())
            .builder()
            .redirectInput(input.toFile())
            .redirectOutput(scratch.stdout().toFile())
            .redirectError(scratch.stderr().toFile());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new LlmException(
          LlmException.Kind.SETUP, "cannot start " + program + ": " + e.getMessage(), e);
    }
  }

  private void await(Process process, long start, Duration limit)
      throws LlmException, InterruptedException {
    while (!process.waitFor(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      descendants.look(process.toHandle());
      meanwhile.run();
      if (System.nanoTime() - start > limit.toNanos()) {
        throw LlmException.provider(
            program.getFileName()
                + " did not end within "
                + limit.toSeconds()
                + " seconds (llm.timeout_seconds) and was ended; nothing changed, the next run"
                + " tries again");
      }
      checkSize(scratch.stdout());
      checkSize(scratch.stderr());
    }
    checkSize(scratch.stdout());
    checkSize(scratch.stderr());
  }

  private void checkSize(Path file) throws LlmException {
    if (file.toFile().length() > MAX_OUTPUT_BYTES) {
      throw LlmException.provider(
          program.getFileName()
              + " printed more than "
              + MAX_OUTPUT_BYTES
              + " bytes and was ended");
    }
  }

  /** Not interruptible: it is what happens after an interruption. */
  private void end(Process process) {
    descendants.look(process.toHandle());
    List<ProcessHandle> left = new ArrayList<>(descendants.alive());
    if (process.isAlive()) {
      left.addFirst(process.toHandle());
    }
    if (!left.isEmpty()) {
      ProcessTree.end(left, GRACE);
      // What was born while its parents died.
      descendants.alive().forEach(ProcessHandle::destroyForcibly);
    }
    meanwhile.run();
  }

  private void endAndDelete(Process process, AtomicBoolean stopped) {
    stopped.set(true);
    end(process);
    scratch.close();
  }

  private static String text(Path file) throws LlmException {
    try {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
          : "";
    } catch (IOException e) {
      throw new LlmException(LlmException.Kind.PROVIDER, "cannot read " + file + ": " + e, e);
    }
  }

  /**
   * The processes of one run, those included that no longer have a parent in it. All of them carry
   * the run's own word in their environment, which is how they are found where {@code /proc} shows
   * it; elsewhere those count that were once seen below the first. Thread-safe.
   *
   * @param mark {@code NAME=value}, as it stands in the environment
   */
  record Descendants(String mark, Set<ProcessHandle> seen) {
    private static final Path PROC = Path.of("/proc");

    Descendants(String mark) {
      this(mark, ConcurrentHashMap.newKeySet());
    }

    /** Remembers the processes below this one as they are now. */
    void look(ProcessHandle root) {
      root.descendants().forEach(seen::add);
    }

    /** Those that live. */
    List<ProcessHandle> alive() {
      if (Files.isDirectory(PROC)) {
        ProcessHandle.allProcesses().filter(this::isMarked).forEach(seen::add);
      }
      return seen.stream().filter(ProcessHandle::isAlive).toList();
    }

    private boolean isMarked(ProcessHandle process) {
      try {
        byte[] environment =
            Files.readAllBytes(PROC.resolve(Long.toString(process.pid())).resolve("environ"));
        return List.of(new String(environment, StandardCharsets.ISO_8859_1).split("\0"))
            .contains(mark);
      } catch (IOException e) {
        // Another account's, or gone by now.
        return false;
      }
    }
  }
}
