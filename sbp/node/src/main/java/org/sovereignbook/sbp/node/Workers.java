package org.sovereignbook.sbp.node;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends of the threads that a component has started: what it interrupts, it also joins. */
public final class Workers {
  /** As long as an interrupted thread may take, such as to roll a transaction back. */
  private static final Duration LONGEST = Duration.ofSeconds(15);

  private Workers() {}

  /** Wait for threads that were interrupted. */
  @FunctionalInterface
  private interface Joining {
    void within(Duration limit) throws InterruptedException;
  }

  /** Interrupts a thread and waits until it has ended, at most 15 seconds. */
  public static void end(Thread thread) {
    end(List.of(thread));
  }

  /** Interrupts a thread and waits until it has ended, at most for a time. */
  public static void end(Thread thread, Duration limit) {
    end(List.of(thread), limit);
  }

  /** Interrupts threads and waits until all have ended, at most 15 seconds altogether. */
  public static void end(List<Thread> threads) {
    end(threads, LONGEST);
  }

  private static void end(List<Thread> threads, Duration limit) {
    threads.forEach(Thread::interrupt);
    join(
        threads.stream()
            .filter(thread -> thread != Thread.currentThread())
            .map(thread -> (Joining) thread::join)
            .toList(),
        limit);
  }

  /** Interrupts the tasks of an executor and waits until all have ended, at most 15 seconds. */
  public static void end(ExecutorService executor) {
    executor.shutdownNow();
    join(
        List.of(
            limit -> {
              boolean _ = executor.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
            }),
        LONGEST);
  }

  /** Waits until a thread has ended by itself, at most 15 seconds. */
  public static void await(Thread thread) {
    join(List.of(thread::join), LONGEST);
  }

  /** Waits also in a thread that is interrupted, whose interruption is preserved. */
  private static void join(List<Joining> all, Duration limit) {
    boolean isInterrupted = Thread.interrupted();
    long end = System.nanoTime() + limit.toNanos();
    for (Joining one : all) {
      isInterrupted |= isInterruptedIn(one, end);
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isInterruptedIn(Joining joining, long end) {
    boolean isInterrupted = false;
    while (true) {
      try {
        joining.within(Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime())));
        return isInterrupted;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
  }
}
