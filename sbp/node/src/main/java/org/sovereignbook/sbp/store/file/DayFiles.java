package org.sovereignbook.sbp.store.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Store;

/**
 * Collection whose entries expire, and whose size strangers determine: one line {@code KEY VALUE}
 * for each entry, by the UTC day of its put. {@code 2026-03-17.txt} takes the day's lines as they
 * come; {@link #RECENT_LINES} of them become a sorted part, {@code 2026-03-17-NUMBER-LINES.txt},
 * and small parts of a day are merged into larger ones, so that there are few. Only unsorted lines
 * are in memory. A day expires by the deletion of its files. Lookups are thread-safe; changes need
 * exclusive access to the node.
 */
final class DayFiles {
  /** Limit of a day's lines in memory before they are sorted. */
  static final int RECENT_LINES = 4_096;

  /** Number of lines that are sorted at once. */
  private static final int SORTED_LINES = 32_768;

  private static final Pattern NAME =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)(?:-(\\d+)-(\\d+))?\\.txt");

  private final Node node;
  private final Keyed in;
  private final Path folder;
  private volatile View view = new View(List.of(), List.of(), List.of());
  private volatile boolean migrated;

  DayFiles(Node node, Keyed in) {
    this.node = node;
    this.in = in;
    this.folder = in.in(node.home());
  }

  /** A file of a day: a sorted part, or with number 0 the lines as they came. */
  private record Part(Path file, LocalDate day, long number, long lines) {
    static Optional<Part> of(Path file) {
      Matcher name = NAME.matcher(file.getFileName().toString());
      if (!name.matches()) {
        return Optional.empty();
      }
      boolean sorted = name.group(2) != null;
      return Optional.of(
          new Part(
              file,
              LocalDate.parse(name.group(1)),
              sorted ? Long.parseLong(name.group(2)) : 0,
              sorted ? Long.parseLong(name.group(3)) : 0));
    }

    boolean isSorted() {
      return number > 0;
    }
  }

  /** The lines of a day as they came, by key. */
  private record Recent(Path file, long bytes, SequencedMap<String, String> lines) {
    Iterator<String> from(String least) {
      return lines.entrySet().stream()
          .map(entry -> entry.getKey() + " " + entry.getValue())
          .filter(line -> line.compareTo(least) >= 0)
          .iterator();
    }
  }

  /** Content of the folder when it was last checked. */
  private record View(List<Part> parts, List<SortedLines> sorted, List<Recent> recent) {
    Optional<String> find(String key) {
      for (Recent day : recent) {
        Optional<String> found = Optional.ofNullable(day.lines().get(key));
        if (found.isPresent()) {
          return found;
        }
      }
      return sorted.stream().map(part -> part.find(key)).flatMap(Optional::stream).findFirst();
    }

    long recentLines(LocalDate day) {
      return recent.stream()
          .filter(one -> one.file().endsWith(day + ".txt"))
          .mapToLong(one -> one.lines().size())
          .sum();
    }

    View only(List<Path> files) {
      return new View(
          parts,
          sorted.stream().filter(part -> files.contains(part.file())).toList(),
          recent.stream().filter(day -> files.contains(day.file())).toList());
    }

    Iterator<String> from(String least) {
      return SortedLines.merged(
          Stream.concat(
                  sorted.stream().map(part -> part.from(least)),
                  recent.stream().map(day -> day.from(least)))
              .toList());
    }
  }

  Optional<byte[]> read(String key) {
    return current().find(key).map(value -> value.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns at most this many entries, beginning after this key. */
  SequencedMap<String, byte[]> after(String key, int most) {
    // A space is what follows a key, and this what follows a space.
    Iterator<String> lines = current().from(key.isEmpty() ? "" : key + "!");
    SequencedMap<String, byte[]> entries = new TreeMap<>();
    while (lines.hasNext() && entries.size() < most) {
      split(
          lines.next(),
          (name, value) -> entries.putIfAbsent(name, value.getBytes(StandardCharsets.UTF_8)));
    }
    return entries;
  }

  /**
   * Counts entries without expired days, by the names of the parts. Bytes are those of the files.
   */
  Store.Usage usage() {
    View now = current();
    List<Part> kept = now.parts().stream().filter(part -> !isOver(part)).toList();
    long lines =
        kept.stream()
            .mapToLong(part -> part.isSorted() ? part.lines() : now.recentLines(part.day()))
            .sum();
    long bytes = kept.stream().mapToLong(part -> node.disk().sizeBytes(part.file())).sum();
    return new Store.Usage(lines, bytes);
  }

  /** Returns the file for today's lines. */
  Path today() {
    return folder.resolve(day() + ".txt");
  }

  /** Returns the path of a new part of today's entries. */
  Path newPart(int lines) {
    return part(
        day(), 1 + current().parts().stream().mapToLong(Part::number).max().orElse(0), lines);
  }

  /** Adds an entry at once, unless it is there. */
  void append(String key, byte[] value) {
    if (read(key).isEmpty()) {
      node.disk().append(today(), (line(key, value) + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  List<Path> files() {
    return current().parts().stream().map(Part::file).toList();
  }

  /** Returns an entry as a line, without its end. */
  String line(String key, byte[] value) {
    String text =
        in.isJson()
            ? JsonWriter.compact(Node.jsonObject(in.name() + " " + key, value))
            : new String(value, StandardCharsets.UTF_8);
    if (key.indexOf(' ') >= 0 || text.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("not a line of " + in.name() + ": " + key);
    }
    return key + " " + text;
  }

  // The folder as it is now.

  /** Checks the folder now: its names and sizes, and files that are new. */
  private View current() {
    if (!migrated) {
      migrate();
    }
    View seen = view;
    return isCurrent(seen) ? seen : look();
  }

  private boolean isCurrent(View seen) {
    return seen.parts().equals(parts())
        && seen.recent().stream().allMatch(day -> day.bytes() == node.disk().sizeBytes(day.file()));
  }

  private List<Part> parts() {
    return node.disk().files(folder).stream().map(Part::of).flatMap(Optional::stream).toList();
  }

  /**
   * Reads the folder; a part exists before its sources are deleted, so a second look misses
   * nothing.
   */
  private synchronized View look() {
    while (!isCurrent(view)) {
      try {
        view = load(parts());
      } catch (NoSuchFileException e) {
        // It became part of a larger one in this moment.
      }
    }
    return view;
  }

  private View load(List<Part> parts) throws NoSuchFileException {
    Map<Path, SortedLines> known = new LinkedHashMap<>();
    view.sorted().forEach(part -> known.put(part.file(), part));
    List<SortedLines> sorted = new ArrayList<>();
    List<Recent> recent = new ArrayList<>();
    for (Part part : parts) {
      if (!part.isSorted()) {
        recent.add(recent(part.file()));
      } else if (known.containsKey(part.file())) {
        sorted.add(known.get(part.file()));
      } else {
        sorted.add(SortedLines.map(node.disk(), part.file()));
      }
    }
    return new View(parts, sorted, recent);
  }

  /** Hands over what is a line; a torn one is none. */
  private static void split(String line, BiConsumer<String, String> to) {
    int space = line.indexOf(' ');
    if (space > 0) {
      to.accept(line.substring(0, space), line.substring(space + 1));
    }
  }

  private Recent recent(Path file) throws NoSuchFileException {
    byte[] bytes =
        node.disk().read(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
    SequencedMap<String, String> lines = new TreeMap<>();
    new String(bytes, StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> split(line, lines::putIfAbsent));
    return new Recent(file, bytes.length, lines);
  }

  // Changes, by the holder of the node.

  /**
   * Forgets the days that are over and sorts what has become much. Deleting comes first and reads
   * nothing, so it succeeds on a full disk.
   */
  void tidy() {
    migrate();
    Optional<ClockWatch.Leap> _ = new ClockWatch(node).look();
    parts().stream().filter(this::isOver).map(Part::file).forEach(node.disk()::delete);
    for (Recent day : current().recent()) {
      if (day.lines().size() >= RECENT_LINES) {
        sort(Part.of(day.file()).orElseThrow().day(), day.lines().size());
      }
    }
    current().parts().stream()
        .map(Part::day)
        .filter(day -> day.isBefore(day()))
        .distinct()
        .filter(day -> partsOf(day).size() > 1)
        .forEach(day -> sort(day, Long.MAX_VALUE));
  }

  private boolean isOver(Part part) {
    Duration kept = in.kept().orElseThrow();
    Instant now = new ClockWatch(node).forgetsBy();
    return part.day().isBefore(LocalDate.ofInstant(now.minus(kept), ZoneOffset.UTC));
  }

  /** Sorts a day's lines, together with the parts that are not larger. */
  private void sort(LocalDate day, long lines) {
    View now = current();
    List<Part> merged = new ArrayList<>();
    long total = now.recentLines(day);
    for (Part part : partsOf(day).stream().sorted(Comparator.comparingLong(Part::lines)).toList()) {
      if (!part.isSorted() || part.lines() <= Math.max(total, lines)) {
        merged.add(part);
        total += part.lines();
      }
    }
    List<Path> files = merged.stream().map(Part::file).toList();
    long bytes = files.stream().mapToLong(node.disk()::sizeBytes).sum();
    if (node.disk().freeBytes(folder) < 2 * bytes) {
      return; // Unsorted lines are found as well; a later run may have space to sort them.
    }
    create(day, total, now.only(files).from(""));
    files.forEach(node.disk()::delete);
  }

  private Path create(LocalDate day, long lines, Iterator<String> sorted) {
    Disk.ContentWriter content =
        out -> {
          while (sorted.hasNext()) {
            out.write((sorted.next() + "\n").getBytes(StandardCharsets.UTF_8));
          }
        };
    long number = 1 + parts().stream().mapToLong(Part::number).max().orElse(0);
    while (!node.disk().create(part(day, number, lines), content)) {
      number++;
    }
    return part(day, number, lines);
  }

  private Path part(LocalDate day, long number, long lines) {
    return folder.resolve("%s-%04d-%d.txt".formatted(day, number, lines));
  }

  private List<Part> partsOf(LocalDate day) {
    return parts().stream().filter(part -> part.day().equals(day)).toList();
  }

  private LocalDate day() {
    return LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
  }

  /**
   * Takes over the one JSON file that earlier versions kept, which may be larger than memory: once,
   * into a sorted part of today. Interrupted, or done by two processes, it leaves lines twice,
   * which does no harm.
   */
  private void migrate() {
    Path former = folder.resolveSibling(folder.getFileName() + ".json");
    Optional<InputStream> left = node.disk().open(former);
    if (left.isPresent()) {
      migrate(former, left.get());
    }
    migrated = true;
  }

  private void migrate(Path former, InputStream opened) {
    try (InputStream bytes = opened) {
      List<Path> chunks = new ArrayList<>();
      TreeSet<String> lines = new TreeSet<>();
      JsonReader.members(
          bytes,
          (String key, JsonValue value) -> {
            if (in.isKey(key)
                && lines.add(key + " " + JsonWriter.compact(value))
                && lines.size() == SORTED_LINES) {
              chunks.add(create(day(), lines.size(), lines.iterator()));
              lines.clear();
            }
          });
      List<Iterator<String>> all = new ArrayList<>(List.of(lines.iterator()));
      for (Path chunk : chunks) {
        all.add(SortedLines.map(node.disk(), chunk).from(""));
      }
      long total = lines.size() + (long) chunks.size() * SORTED_LINES;
      create(day(), total, SortedLines.merged(all));
      chunks.forEach(node.disk()::delete);
      node.disk().delete(former);
    } catch (MalformedJson e) {
      throw new NodeException(
          former + " is damaged (" + e.getMessage() + "); move it away and run this again", e);
    } catch (IOException e) {
      throw new DiskException("cannot read", former, e);
    }
  }
}
