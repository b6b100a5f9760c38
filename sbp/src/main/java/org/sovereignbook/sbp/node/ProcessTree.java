package org.sovereignbook.sbp.node;

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
import java.util.stream.Stream;

/** Ends processes and everything that they started. */
public final class ProcessTree {
  /** How long processes may take to clean up before they are killed. */
  public static final Duration GRACE = Duration.ofSeconds(5);

  private ProcessTree() {}

  /**
   * Asks all to end, waits, then kills what is left; returns when all are gone or as good as. Not
   * interruptible: it is what happens after an interruption.
   */
  public static void end(ProcessHandle root, Duration grace) {
    end(List.of(root), grace);
  }

  /** As the other, for several trees at once. */
  public static void end(Collection<ProcessHandle> roots, Duration grace) {
    // The descendants first: once their parent is gone, nobody knows them any more.
    Set<ProcessHandle> tree = new LinkedHashSet<>(withDescendants(roots));
    tree.forEach(ProcessHandle::destroy);
    await(tree, grace);
    tree.addAll(withDescendants(alive(tree)));
    List<ProcessHandle> stubborn = alive(tree);
    stubborn.forEach(ProcessHandle::destroyForcibly);
    await(stubborn, grace);
  }

  private static List<ProcessHandle> withDescendants(Collection<ProcessHandle> roots) {
    List<ProcessHandle> all = new ArrayList<>();
    for (ProcessHandle root : roots) {
      // The root first, so that a shell does not go on to the next command of its line.
      Stream.concat(Stream.of(root), root.descendants()).forEach(all::add);
    }
    return all;
  }

  private static List<ProcessHandle> alive(Collection<ProcessHandle> processes) {
    return processes.stream().filter(ProcessHandle::isAlive).toList();
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
