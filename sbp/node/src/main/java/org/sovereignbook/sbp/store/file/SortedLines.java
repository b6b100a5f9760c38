package org.sovereignbook.sbp.store.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PriorityQueue;
import org.sovereignbook.sbp.node.Disk;

/**
 * File of lines {@code KEY VALUE} in the order of their bytes. It is mapped, not read: finding a
 * line halves the file, so that no choice of keys makes it slow, and the heap contains none of it.
 * Never changed, only deleted. Thread-safe.
 */
record SortedLines(Path file, MemorySegment bytes) {

  /** Maps a file until it is no longer referenced; it may be deleted meanwhile. */
  static SortedLines map(Disk disk, Path file) throws NoSuchFileException {
    MemorySegment all = disk.map(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
    return new SortedLines(file, all);
  }

  /** Finds the value of a key. */
  Optional<String> find(String key) {
    String start = key + " ";
    Iterator<String> there = from(start);
    return there.hasNext()
        ? Optional.of(there.next())
            .filter(line -> line.startsWith(start))
            .map(line -> line.substring(start.length()))
        : Optional.empty();
  }

  /** Returns the lines from the first one on that is not less than this. */
  Iterator<String> from(String least) {
    byte[] wanted = least.getBytes(StandardCharsets.UTF_8);
    long from = 0;
    long to = bytes.byteSize();
    while (from < to) {
      long start = lineStart((from + to) >>> 1, from);
      if (isLess(start, wanted)) {
        from = lineEnd(start) + 1;
      } else {
        to = start;
      }
    }
    return new Lines(from);
  }

  /** Merges several sorted sources, without duplicates. */
  static Iterator<String> merged(List<Iterator<String>> sorted) {
    return new Merged(sorted);
  }

  private final class Lines implements Iterator<String> {
    private long at;

    Lines(long at) {
      this.at = at;
    }

    @Override
    public boolean hasNext() {
      return at < bytes.byteSize();
    }

    @Override
    public String next() {
      if (!hasNext()) {
        throw new NoSuchElementException("no more lines");
      }
      long end = lineEnd(at);
      byte[] line = bytes.asSlice(at, end - at).toArray(ValueLayout.JAVA_BYTE);
      at = end + 1;
      return new String(line, StandardCharsets.UTF_8);
    }
  }

  private static final class Merged implements Iterator<String> {
    private final PriorityQueue<Next> queue = new PriorityQueue<>();

    /** Line of a source, with the rest of the source. */
    private record Next(String line, Iterator<String> rest) implements Comparable<Next> {
      @Override
      public int compareTo(Next other) {
        return line.compareTo(other.line);
      }
    }

    Merged(List<Iterator<String>> sorted) {
      sorted.forEach(this::add);
    }

    @Override
    public boolean hasNext() {
      return !queue.isEmpty();
    }

    @Override
    public String next() {
      String line = take();
      while (!queue.isEmpty() && queue.peek().line().equals(line)) {
        take();
      }
      return line;
    }

    private String take() {
      Next next = queue.remove();
      add(next.rest());
      return next.line();
    }

    private void add(Iterator<String> lines) {
      if (lines.hasNext()) {
        queue.add(new Next(lines.next(), lines));
      }
    }
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

  private boolean isLess(long start, byte[] wanted) {
    for (int i = 0; i < wanted.length; i++) {
      int there = start + i < bytes.byteSize() ? at(start + i) & 0xff : -1;
      if (there != (wanted[i] & 0xff)) {
        return there < (wanted[i] & 0xff);
      }
    }
    return false;
  }

  private byte at(long offset) {
    return bytes.get(ValueLayout.JAVA_BYTE, offset);
  }
}
