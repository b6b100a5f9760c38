package org.sovereignbook.sbp.store.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;

/**
 * A file of lines {@code KEY VALUE} in the order of their bytes. It is mapped, not read: finding a
 * line halves the file, so that no choice of keys makes it slow, and the heap holds none of it.
 * Never changed, only deleted. Thread-safe.
 */
record SortedLines(Path file, MemorySegment bytes) {
  /** Maps a file until nobody refers to it any more; it may be deleted meanwhile. */
  static SortedLines map(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      MemorySegment all =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
      return new SortedLines(file, all);
    }
  }

  /** What stands behind a key. */
  Optional<String> find(String key) {
    byte[] wanted = (key + " ").getBytes(StandardCharsets.UTF_8);
    long from = 0;
    long to = bytes.byteSize();
    while (from < to) {
      long start = lineStart((from + to) >>> 1, from);
      int order = compare(wanted, start);
      long end = lineEnd(start);
      if (order == 0) {
        return Optional.of(text(start + wanted.length, end));
      } else if (order > 0) {
        from = end + 1;
      } else {
        to = start;
      }
    }
    return Optional.empty();
  }

  private long lineStart(long within, long from) {
    long start = within;
    while (start > from && at(start - 1) != '\n') {
      start--;
    }
    return start;
  }

  private long lineEnd(long start) {
    long end = start;
    while (end < bytes.byteSize() && at(end) != '\n') {
      end++;
    }
    return end;
  }

  private int compare(byte[] wanted, long start) {
    for (int i = 0; i < wanted.length; i++) {
      int there = start + i < bytes.byteSize() ? at(start + i) & 0xff : -1;
      if ((wanted[i] & 0xff) != there) {
        return (wanted[i] & 0xff) - there;
      }
    }
    return 0;
  }

  private byte at(long offset) {
    return bytes.get(ValueLayout.JAVA_BYTE, offset);
  }

  private String text(long from, long to) {
    byte[] text = bytes.asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** Hands over the key and the value of each line; what is none, such as a torn one, is not. */
  static void forEach(Iterator<String> lines, BiConsumer<String, String> to) {
    while (lines.hasNext()) {
      String line = lines.next();
      int space = line.indexOf(' ');
      if (space > 0) {
        to.accept(line.substring(0, space), line.substring(space + 1));
      }
    }
  }

  /** One line of several sorted sources, each of which goes on behind it. */
  private record Next(String line, Iterator<String> rest) implements Comparable<Next> {
    @Override
    public int compareTo(Next other) {
      return line.compareTo(other.line);
    }
  }

  /** Writes the lines of sorted files and of sorted lines in one order, each once. */
  static void merge(List<Path> files, Iterable<String> more, OutputStream out) throws IOException {
    List<BufferedReader> readers = new ArrayList<>();
    try {
      PriorityQueue<Next> queue = new PriorityQueue<>();
      add(queue, more.iterator());
      for (Path file : files) {
        BufferedReader reader = Files.newBufferedReader(file);
        readers.add(reader);
        add(queue, reader.lines().iterator());
      }
      String last = "";
      while (!queue.isEmpty()) {
        Next next = queue.remove();
        if (!next.line().equals(last)) {
          last = next.line();
          out.write((last + "\n").getBytes(StandardCharsets.UTF_8));
        }
        add(queue, next.rest());
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      for (BufferedReader reader : readers) {
        reader.close();
      }
    }
  }

  private static void add(PriorityQueue<Next> queue, Iterator<String> lines) {
    if (lines.hasNext()) {
      queue.add(new Next(lines.next(), lines));
    }
  }
}
