package org.sovereignbook.sbp.store.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
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
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Store;

/**
 * A collection that forgets, of which strangers decide how large it gets: one line {@code KEY
 * VALUE} for each entry, by the UTC day of its put. {@code 2026-03-17.txt} takes the day's lines as
 * they come; {@link #RECENT_LINES} of them become a sorted part, {@code
 * 2026-03-17-NUMBER-LINES.txt}, and small parts of a day become larger ones, so that there are few.
 * Only what is not sorted yet is held in memory. A day is forgotten by deleting its files. Lookups
 * are thread-safe; changes belong to the holder of the node.
 */
final class DayFiles {
  /** So many lines of a day are looked up in memory before they are sorted. */
  static final int RECENT_LINES = 4_096;

  /** So many are sorted at once. */
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
  private record Recent(Path file, long bytes, Map<String, String> lines) {}

  /** What the folder held when it was last looked at. */
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
  }

  Optional<byte[]> read(String key) {
    return current().find(key).map(value -> value.getBytes(StandardCharsets.UTF_8));
  }

  /** All entries. They are as many as strangers could make them. */
  SequencedMap<String, byte[]> entries() {
    SequencedMap<String, byte[]> entries = new TreeMap<>();
    BiConsumer<String, String> add =
        (key, value) -> entries.putIfAbsent(key, value.getBytes(StandardCharsets.UTF_8));
    View now = current();
    for (SortedLines part : now.sorted()) {
      try (var lines = Files.lines(part.file())) {
        SortedLines.forEach(lines.iterator(), add);
      } catch (IOException e) {
        throw new DiskException("cannot read", part.file(), e);
      }
    }
    now.recent().forEach(day -> day.lines().forEach(add));
    return entries;
  }

  /** Told by the names of the parts, without reading them; bytes are those of the files. */
  Store.Usage usage() {
    View now = current();
    long lines =
        now.parts().stream().mapToLong(Part::lines).sum()
            + now.recent().stream().mapToLong(day -> day.lines().size()).sum();
    long bytes = now.parts().stream().mapToLong(part -> node.disk().sizeBytes(part.file())).sum();
    return new Store.Usage(lines, bytes);
  }

  /** Where today's lines are added. */
  Path today() {
    return folder.resolve(day() + ".txt");
  }

  /** Where a part of today's entries would be that nothing has been put into. */
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

  /** An entry as a line, without its end. */
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

  /** As the folder is now: a look at its names and sizes, and at files that are new. */
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

  /** A part is there before what it is made of goes, so a second look misses nothing. */
  private synchronized View look() {
    while (!isCurrent(view)) {
      try {
        view = load(parts());
      } catch (NoSuchFileException e) {
        // It became part of a larger one in this moment.
      } catch (IOException e) {
        throw new DiskException("cannot read", folder, e);
      }
    }
    return view;
  }

  private View load(List<Part> parts) throws IOException {
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
        sorted.add(SortedLines.map(part.file()));
      }
    }
    return new View(parts, sorted, recent);
  }

  private static Recent recent(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Map<String, String> lines = new LinkedHashMap<>();
    SortedLines.forEach(
        new String(bytes, StandardCharsets.UTF_8).lines().iterator(), lines::putIfAbsent);
    return new Recent(file, bytes.length, lines);
  }

  // Changes, by the holder of the node.

  /**
   * Forgets the days that are over and sorts what has become much. Deleting comes first and reads
   * nothing, so it succeeds on a full disk.
   */
  void tidy() {
    migrate();
    Duration kept = in.kept().orElseThrow();
    LocalDate first = LocalDate.ofInstant(node.clock().instant().minus(kept), ZoneOffset.UTC);
    for (Part part : parts()) {
      if (part.day().isBefore(first)) {
        node.disk().delete(part.file());
      }
    }
    View now = current();
    now.recent().stream()
        .filter(day -> day.lines().size() >= RECENT_LINES)
        .forEach(day -> sort(Part.of(day.file()).orElseThrow().day(), day.lines()));
    current().parts().stream()
        .map(Part::day)
        .filter(day -> day.isBefore(day()))
        .distinct()
        .filter(day -> partsOf(day).size() > 1)
        .forEach(this::sortWhole);
  }

  /** Sorts a day's lines, together with the parts that are not much larger. */
  private void sort(LocalDate day, Map<String, String> lines) {
    List<Part> merged = new ArrayList<>();
    long total = lines.size();
    for (Part part : partsOf(day).stream().sorted(Comparator.comparingLong(Part::lines)).toList()) {
      if (part.isSorted() && part.lines() <= total) {
        merged.add(part);
        total += part.lines();
      }
    }
    replace(day, merged, lines);
  }

  /** Of a day that is past one file is left. */
  private void sortWhole(LocalDate day) {
    Map<String, String> lines = new LinkedHashMap<>();
    current().recent().stream()
        .filter(recent -> recent.file().equals(folder.resolve(day + ".txt")))
        .forEach(recent -> lines.putAll(recent.lines()));
    replace(day, partsOf(day).stream().filter(Part::isSorted).toList(), lines);
  }

  private void replace(LocalDate day, List<Part> merged, Map<String, String> recent) {
    TreeSet<String> sorted = new TreeSet<>();
    recent.forEach((key, value) -> sorted.add(key + " " + value));
    List<Path> files = merged.stream().map(Part::file).toList();
    long lines = merged.stream().mapToLong(Part::lines).sum() + sorted.size();
    create(day, lines, out -> SortedLines.merge(files, sorted, out));
    files.forEach(node.disk()::delete);
    node.disk().delete(folder.resolve(day + ".txt"));
  }

  private Path create(LocalDate day, long lines, Disk.Content content) {
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
    try (InputStream bytes = Files.newInputStream(former)) {
      List<Path> chunks = new ArrayList<>();
      TreeSet<String> lines = new TreeSet<>();
      JsonReader.members(
          bytes,
          (String key, JsonValue value) -> {
            if (in.isKey(key)
                && lines.add(key + " " + JsonWriter.compact(value))
                && lines.size() == SORTED_LINES) {
              chunks.add(
                  create(day(), lines.size(), out -> SortedLines.merge(List.of(), lines, out)));
              lines.clear();
            }
          });
      long all = lines.size() + (long) chunks.size() * SORTED_LINES;
      create(day(), all, out -> SortedLines.merge(chunks, lines, out));
      chunks.forEach(node.disk()::delete);
      node.disk().delete(former);
    } catch (NoSuchFileException e) {
      // As always but once.
    } catch (MalformedJson e) {
      throw new NodeException(
          former + " is damaged (" + e.getMessage() + "); move it away and run this again", e);
    } catch (IOException e) {
      throw new DiskException("cannot read", former, e);
    }
    migrated = true;
  }
}
