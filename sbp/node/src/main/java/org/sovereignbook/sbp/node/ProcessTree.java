package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Termination of processes with everything that they started. All are stopped (SIGSTOP) before one
 * is ended, so that no shell continues with its next command because the program that it waits for
 * was ended first, and nothing is started meanwhile. Without {@code /bin/sh} they are ended one
 * after another.
 */
public final class ProcessTree {
  /** Time for processes to clean up before they are killed. */
  public static final Duration GRACE = Duration.ofSeconds(5);

  private static final Path SHELL = Path.of("/bin/sh");
  private static final Path PROC = Path.of("/proc");

  /** States of processes that have ended and whose parent has not noticed. */
  private static final Set<Character> ENDED = Set.of('Z', 'X');

  private static final Duration SIGNAL_LIMIT = Duration.ofSeconds(10);

  /** Limit of searches for new processes while the earlier ones are being stopped. */
  private static final int MAX_ROUNDS = 20;

  private ProcessTree() {}

  /**
   * Asks all to end, waits, then kills the rest; returns when all are gone or as good as. Not
   * interruptible, because this follows an interruption.
   */
  public static void end(ProcessHandle root, Duration grace) {
    end(List.of(root), grace);
  }

  /** Works like the other method, for several trees at once. */
  public static void end(Collection<ProcessHandle> roots, Duration grace) {
    end(() -> roots, grace);
  }

  /**
   * Works like the others, for processes that are searched again while the found ones are stopped.
   *
   * @param find the processes that live; the ones below them are ended, too
   */
  static void end(Supplier<? extends Collection<ProcessHandle>> find, Duration grace) {
    Set<ProcessHandle> tree = stopped(find);
    if (!signal(List.of("TERM", "CONT"), tree)) {
      tree.forEach(ProcessHandle::destroy);
    }
    await(tree, grace);
    List<ProcessHandle> left = alive(tree);
    await(kill(() -> Stream.concat(left.stream(), find.get().stream()).toList()), grace);
  }

  /** Kills all that are found, and returns them. */
  static Set<ProcessHandle> kill(Supplier<? extends Collection<ProcessHandle>> find) {
    Set<ProcessHandle> tree = stopped(find);
    tree.forEach(ProcessHandle::destroyForcibly);
    return tree;
  }

  /**
   * Stops all processes found, until no other one is. The descendants are recorded: once their
   * parent is gone, they can no longer be found.
   */
  private static Set<ProcessHandle> stopped(Supplier<? extends Collection<ProcessHandle>> find) {
    Set<ProcessHandle> tree = new LinkedHashSet<>();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Set<ProcessHandle> found = new LinkedHashSet<>(withDescendants(alive(find.get())));
      found.addAll(withDescendants(alive(tree)));
      found.removeAll(tree);
      if (found.isEmpty()) {
        break;
      }
      tree.addAll(found);
      boolean _ = signal(List.of("STOP"), found);
    }
    return tree;
  }

  /**
   * Sends each of the signals to all that live, one signal after the other.
   *
   * @return whether there was a shell to do it
   */
  private static boolean signal(List<String> signals, Collection<ProcessHandle> processes) {
    List<String> pids =
        alive(processes).stream().map(process -> Long.toString(process.pid())).toList();
    if (pids.isEmpty() || !Files.isExecutable(SHELL)) {
      return pids.isEmpty();
    }
    String script =
        String.join("; ", signals.stream().map(name -> "kill -" + name + " \"$@\"").toList());
    List<String> command = new ArrayList<>(List.of(SHELL.toString(), "-c", script, "sbp-signal"));
    command.addAll(pids);
    try {
      Process shell =
          SecretVariables.removedFrom(new ProcessBuilder(command))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      await(List.of(shell.toHandle()), SIGNAL_LIMIT);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<ProcessHandle> withDescendants(Collection<ProcessHandle> roots) {
    List<ProcessHandle> all = new ArrayList<>();
    for (ProcessHandle root : roots) {
      Stream.concat(Stream.of(root), root.descendants()).forEach(all::add);
    }
    return all;
  }

  private static List<ProcessHandle> alive(Collection<ProcessHandle> processes) {
    return processes.stream().filter(ProcessTree::isRunning).toList();
  }

  /**
   * Returns whether a process has not ended; one whose parent has not noticed its end has ended.
   */
  public static boolean isRunning(ProcessHandle process) {
    if (!process.isAlive() || !Files.isDirectory(PROC)) {
      return process.isAlive();
    }
    try {
      String stat =
          Files.readString(
              PROC.resolve(Long.toString(process.pid())).resolve("stat"),
              StandardCharsets.ISO_8859_1);
      int state = stat.lastIndexOf(')') + 2;
      return state >= stat.length()
          || !ENDED.contains(stat.charAt(state))
          || hasThreads(PROC.resolve(Long.toString(process.pid())).resolve("task"));
    } catch (IOException e) {
      // It is gone by now.
      return false;
    }
  }

  /** A process whose first thread has ended looks ended while others of its threads go on. */
  private static boolean hasThreads(Path tasks) throws IOException {
    try (Stream<Path> threads = Files.list(tasks)) {
      return threads.limit(2).count() > 1;
    }
  }

  private static void await(Collection<ProcessHandle> processes, Duration limit) {
    CompletableFuture<?>[] ends =
        processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(ends).orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof TimeoutException)) {
        throw e;
      }
    }
  }
}
