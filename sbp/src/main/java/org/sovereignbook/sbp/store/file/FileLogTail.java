package org.sovereignbook.sbp.store.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.store.LogTail;

/**
 * What is added to a log file. A log that got shorter was compacted or rotated: what it holds then
 * has been shown, so only later lines are. A line without its end waits for it. Not thread-safe.
 */
final class FileLogTail implements LogTail {
  private final Disk disk;
  private final Path file;
  private long shownBytes;

  FileLogTail(Disk disk, Path file) {
    this.disk = disk;
    this.file = file;
  }

  @Override
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
