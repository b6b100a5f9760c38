package org.sovereignbook.sbp.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.sovereignbook.sbp.node.Disk;

/**
 * What is added to a log. A log that got shorter was compacted or rotated: what it holds then has
 * been shown, so only later lines are. A line without its end waits for it. Not thread-safe.
 */
public final class LogFollower {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  private final Disk disk;
  private final Path file;
  private long shownBytes;

  private LogFollower(Disk disk, Path file) {
    this.disk = disk;
    this.file = file;
  }

  /** Shows every line, those that stand there now too. */
  public static LogFollower atStartOf(Disk disk, Path file) {
    return new LogFollower(disk, file);
  }

  /** Shows lines as they come; ends by interruption, or when nobody sees them any more. */
  void follow(Consumer<String> show, BooleanSupplier unread) throws InterruptedException {
    while (!unread.getAsBoolean()) {
      added().forEach(show);
      Thread.sleep(LOOK_AGAIN);
    }
  }

  /** The whole lines that were added since the last call. */
  public List<String> added() {
    long size = disk.sizeBytes(file);
    if (size < shownBytes) {
      shownBytes = size;
    }
    if (size == shownBytes) {
      return List.of();
    }
    byte[] bytes = disk.read(file).orElse(new byte[0]);
    List<String> lines = new ArrayList<>();
    int start = (int) Math.min(shownBytes, bytes.length);
    for (int i = start; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        lines.add(new String(bytes, start, i - start, StandardCharsets.UTF_8));
        start = i + 1;
      }
    }
    shownBytes = start;
    return lines;
  }
}
