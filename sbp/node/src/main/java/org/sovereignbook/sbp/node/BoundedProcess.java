package org.sovereignbook.sbp.node;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Run of one program with a time limit. Standard output and error go to files, since some programs
 * lose the rest of a pipe when they exit; both are bounded. Afterwards none of its processes is
 * left, also when the thread is interrupted or this process ends in any way.
 *
 * @param command the program and its arguments; no shell is involved
 * @param environment all of it; the mark of {@code descendants} is in it
 * @param folder its working directory
 * @param meanwhile called now and then while it runs, and once when it has ended
 * @param atExit called when this process is asked to end while the program runs, after its end
 */
public record BoundedProcess(
    List<String> command,
    Map<String, String> environment,
    Path folder,
    Path output,
    Path errors,
    Descendants descendants,
    Runnable meanwhile,
    Runnable atExit) {
  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /**
   * Longest interval between searches for descendants, which read all processes of the machine and
   * so become less frequent in a long run.
   */
  private static final Duration DESCENDANTS_EVERY_AT_MOST = Duration.ofMillis(500);

  private static final int LOOKS_WHILE_A_RUN_DOUBLES = 20;

  public BoundedProcess {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** Reason of the end. */
  public enum How {
    EXITED,
    /** Its time was over, and it was ended. */
    OVER_TIME,
    /** It was ended because it printed too much. */
    OVER_SIZE
  }

  /**
   * The end of one run.
   *
   * @param exitCode of one that exited by itself
   */
  public record Ended(How how, int exitCode) {}

  /**
   * Runs it.
   *
   * @param input its standard input
   * @param maxBytes the limit of bytes on each of its streams
   * @throws IOException when it cannot be started
   * @throws InterruptedException also when this process is asked to end
   */
  public Ended run(Path input, Duration limit, long maxBytes)
      throws IOException, InterruptedException {
    try (Watchdog watchdog = Watchdog.start(descendants.mark(), environment)) {
      return run(input, limit, maxBytes, watchdog);
    }
  }

  private Ended run(Path input, Duration limit, long maxBytes, Watchdog watchdog)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        Subprocess.started(
            new Subprocess(command, environment, folder)
                .builder()
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile()));
    watchdog.watch(process.toHandle());
    AtomicBoolean stopped = new AtomicBoolean();
    How how;
    try (AtExit _ =
        AtExit.run("end of " + command.getFirst(), () -> endWithThis(process, stopped))) {
      how = await(process, start, limit, maxBytes);
    } finally {
      end(process);
    }
    if (stopped.get()) {
      throw new InterruptedException("told to stop");
    }
    return new Ended(how, how == How.EXITED ? process.exitValue() : -1);
  }

  private How await(Process process, long start, Duration limit, long maxBytes)
      throws InterruptedException {
    long looked = 0;
    while (!process.waitFor(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      long ran = System.nanoTime() - start;
      long pause = Math.min(ran / LOOKS_WHILE_A_RUN_DOUBLES, DESCENDANTS_EVERY_AT_MOST.toNanos());
      if (ran - looked >= pause) {
        descendants.look(process.toHandle());
        looked = ran;
      }
      meanwhile.run();
      if (ran > limit.toNanos()) {
        return How.OVER_TIME;
      }
      if (isOver(maxBytes)) {
        return How.OVER_SIZE;
      }
    }
    return isOver(maxBytes) ? How.OVER_SIZE : How.EXITED;
  }

  private boolean isOver(long maxBytes) {
    return output.toFile().length() > maxBytes || errors.toFile().length() > maxBytes;
  }

  /** Ends the process. Not interruptible, because this follows an interruption. */
  private void end(Process process) {
    ProcessTree.end(() -> left(process), GRACE);
    meanwhile.run();
  }

  private List<ProcessHandle> left(Process process) {
    descendants.look(process.toHandle());
    List<ProcessHandle> left = new ArrayList<>(descendants.alive());
    if (process.isAlive()) {
      left.addFirst(process.toHandle());
    }
    return left;
  }

  private void endWithThis(Process process, AtomicBoolean stopped) {
    stopped.set(true);
    end(process);
    atExit.run();
  }

  /** Reads a file that a program has written; empty if there is none. */
  public static byte[] bytes(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Files.readAllBytes(file)
        : new byte[0];
  }

  /**
   * The processes of one run, those included that no longer have a parent in it. All of them carry
   * the run's own word in their environment, which is how they are found where {@code /proc} shows
   * it; elsewhere those count that were once seen below the first. Thread-safe.
   *
   * @param mark {@code NAME=value}, as it stands in the environment
   */
  public record Descendants(String mark, Set<ProcessHandle> seen) {
    /** Beginning of the names of variables by which programs are found that a child has left. */
    public static final String OF_CHILD = "SBP_CHILD_";

    private static final Path PROC = Path.of("/proc");

    public Descendants(String mark) {
      this(mark, ConcurrentHashMap.newKeySet());
    }

    /** Remembers the processes below this one as they are now. */
    void look(ProcessHandle root) {
      root.descendants().forEach(seen::add);
    }

    /**
     * Waits until the first process of the run has ended, and returns those that it has left. Only
     * where no environment is shown must they be looked for while it runs.
     */
    public List<ProcessHandle> leftBy(Process root) throws InterruptedException {
      if (Files.isDirectory(PROC)) {
        int _ = root.waitFor();
      } else {
        while (!root.waitFor(DESCENDANTS_EVERY_AT_MOST.toMillis(), TimeUnit.MILLISECONDS)) {
          look(root.toHandle());
        }
      }
      return alive();
    }

    /** Returns the processes that are alive. */
    public List<ProcessHandle> alive() {
      if (Files.isDirectory(PROC)) {
        ProcessHandle.allProcesses().filter(this::isMarked).forEach(seen::add);
      }
      return seen.stream().filter(ProcessTree::isRunning).toList();
    }

    /** Asks all to end, then kills the rest. */
    public void end(Duration grace) {
      ProcessTree.end(this::alive, grace);
    }

    /** Works like the other method, and ends the first process of the run, too. */
    public void end(ProcessHandle root, Duration grace) {
      ProcessTree.end(() -> Stream.concat(Stream.of(root), alive().stream()).toList(), grace);
    }

    /** Asks none of them first. */
    public void kill() {
      Set<ProcessHandle> _ = ProcessTree.kill(this::alive);
    }

    private boolean isMarked(ProcessHandle process) {
      return environment(process).contains(mark);
    }

    /** Returns the variables of a process, each {@code NAME=value}; none if it shows none. */
    static List<String> environment(ProcessHandle process) {
      try {
        byte[] environment =
            Files.readAllBytes(PROC.resolve(Long.toString(process.pid())).resolve("environ"));
        return List.of(new String(environment, StandardCharsets.ISO_8859_1).split("\0"));
      } catch (IOException e) {
        // Another account's, or gone by now.
        return List.of();
      }
    }
  }
}
