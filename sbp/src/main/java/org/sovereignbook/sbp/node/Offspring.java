package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Knowledge whether all processes are gone that this process has started, directly or not. On Linux
 * this process adopts those whose parent has ended, so that none leaves it, whatever it does with
 * its session, its terminal or its environment. Elsewhere nothing is known.
 */
public final class Offspring {
  private static final Path PROC = Path.of("/proc");

  /** {@code PR_SET_CHILD_SUBREAPER} of Linux. */
  private static final int ADOPT_ORPHANS = 36;

  /** States of processes that have ended and whose parent has not noticed. */
  private static final Set<Character> ENDED = Set.of('Z', 'X');

  private static final int LOOKS = 20;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final boolean isKnown;
  private final Set<ProcessHandle> before;

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
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> function = linker.defaultLookup().find("prctl");
    if (function.isEmpty()) {
      return false;
    }
    MethodHandle prctl =
        linker.downcallHandle(
            function.get(),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    try {
      return (int) prctl.invokeExact(ADOPT_ORPHANS, 1L, 0L, 0L, 0L) == 0;
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
      if (isNoneLeft() && marks.stream().allMatch(Offspring::isNowhere)) {
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
        .noneMatch(Offspring::isRunning);
  }

  private static boolean isNowhere(String mark) {
    return new BoundedProcess.Descendants(mark).alive().stream().noneMatch(Offspring::isRunning);
  }

  private static boolean isRunning(ProcessHandle process) {
    try {
      String stat =
          Files.readString(
              PROC.resolve(Long.toString(process.pid())).resolve("stat"),
              StandardCharsets.ISO_8859_1);
      int state = stat.lastIndexOf(')') + 2;
      return state >= stat.length() || !ENDED.contains(stat.charAt(state));
    } catch (IOException e) {
      // It is gone by now.
      return false;
    }
  }
}
