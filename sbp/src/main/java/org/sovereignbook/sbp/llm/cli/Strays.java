package org.sovereignbook.sbp.llm.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The processes of one run, those included that no longer have a parent in it. All of them carry
 * the run's own word in their environment, which is how they are found where {@code /proc} shows
 * it; elsewhere those count that were once seen below the first. Thread-safe.
 *
 * @param mark {@code NAME=value}, as it stands in the environment
 */
record Strays(String mark, Set<ProcessHandle> seen) {
  private static final Path PROC = Path.of("/proc");

  Strays(String mark) {
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
