package org.sovereignbook.sbp.node;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Knowledge whether all processes are gone that this process has started, directly or not. On Linux
 * this process adopts those whose parent has ended, so that none leaves it, whatever it does with
 * its session, its terminal or its environment. Elsewhere nothing is known. For one thread.
 */
public final class Offspring {
  /** {@code PR_SET_CHILD_SUBREAPER} of Linux. */
  private static final int ADOPT_ORPHANS = 36;

  /** {@code WNOHANG} of Linux. */
  private static final int DO_NOT_WAIT = 1;

  private static final Duration BETWEEN_REAPS = Duration.ofMinutes(1);
  private static final int LOOKS = 20;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final boolean isKnown;
  private final Set<ProcessHandle> before;
  private Set<Long> ended = Set.of();
  private Instant reaped = Instant.EPOCH;

  private Offspring(boolean isKnown, Set<ProcessHandle> before) {
    this.isKnown = isKnown;
    this.before = before;
  }

  /** Begins; processes that live already do not count. */
  public static Offspring watch() {
    return new Offspring(
        OperatingSystem.name().equals("Linux") && adoptsOrphans(),
        ProcessHandle.current().descendants().collect(Collectors.toSet()));
  }

  @SuppressWarnings("restricted")
  private static boolean adoptsOrphans() {
    FunctionDescriptor type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    try {
      Optional<MethodHandle> prctl = function("prctl", type, Linker.Option.firstVariadicArg(1));
      return prctl.isPresent() && (int) prctl.get().invokeExact(ADOPT_ORPHANS, 1L, 0L, 0L, 0L) == 0;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("restricted")
  private static Optional<MethodHandle> function(
      String name, FunctionDescriptor type, Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(name)
        .map(address -> linker.downcallHandle(address, type, options));
  }

  /**
   * Removes adopted processes that have ended from the machine's table of processes, which nobody
   * else does while this process lives; looks once a minute at most. Java removes those that this
   * process has started at their end: those that it finds ended twice are none of them.
   */
  public void reap(Instant now) {
    if (!isKnown || now.isBefore(reaped.plus(BETWEEN_REAPS))) {
      return;
    }
    Set<Long> found =
        ProcessHandle.current()
            .children()
            .filter(child -> !ProcessTree.isRunning(child))
            .map(ProcessHandle::pid)
            .collect(Collectors.toSet());
    found.stream().filter(ended::contains).forEach(Offspring::remove);
    ended = found;
    reaped = now;
  }

  private static void remove(long pid) {
    FunctionDescriptor type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    try {
      int _ =
          (int)
              function("waitpid", type)
                  .orElseThrow()
                  .invokeExact((int) pid, MemorySegment.NULL, DO_NOT_WAIT);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns whether all are known to be gone, and no process of this machine has one of these marks
   * in its environment.
   *
   * @param marks each {@code NAME=value}
   */
  public boolean isGone(List<String> marks) {
    for (int look = 0; isKnown && look < LOOKS; look++) {
      if (isNoneLeft() && areNowhere(Set.copyOf(marks))) {
        return true;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return false;
  }

  private boolean isNoneLeft() {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> !before.contains(process))
        .noneMatch(ProcessTree::isRunning);
  }

  private static boolean areNowhere(Set<String> marks) {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                BoundedProcess.Descendants.environment(process).stream().anyMatch(marks::contains))
        .noneMatch(ProcessTree::isRunning);
  }
}
