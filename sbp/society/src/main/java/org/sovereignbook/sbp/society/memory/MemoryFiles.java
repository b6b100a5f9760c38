package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The caller's private notes as files below {@code /memories}, as models know them from Anthropic's
 * memory tool: the note with the label {@code a/b.md} is the file {@code /memories/a/b.md}, and
 * folders are beginnings of labels. Answers and errors are the texts that this tool is known for.
 */
public record MemoryFiles(Transaction tx, Caller caller) {
  private static final String ROOT = "/memories";
  private static final int MOST_FILES = 5_000;
  private static final int MOST_LISTED = 1_000;
  private static final int LISTED_LEVELS = 2;
  private static final int SNIPPET_LINES = 4;
  private static final String CONTENT = "content";

  /**
   * Answer to a command.
   *
   * @param items the ids of the notes that the text shows
   */
  public record Answer(String text, List<String> items) {
    static Answer of(String text) {
      return new Answer(text, List.of());
    }
  }

  /**
   * Path below the root.
   *
   * @param label of a note, or the beginning of labels without the last slash; empty for the root
   */
  private record Place(String path, String label) {
    boolean holds(String other) {
      return label.isEmpty() || other.startsWith(label + "/");
    }
  }

  private static Place place(String path) {
    String below = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    boolean isSafe =
        (below.equals(ROOT) || below.startsWith(ROOT + "/"))
            && below.codePoints().noneMatch(c -> c == '\\' || PeerText.isUnsafe(c))
            && !path.toLowerCase(Locale.ROOT).contains("%2e")
            && List.of(below.substring(1).split("/", -1)).stream()
                .noneMatch(name -> name.isBlank() || name.equals(".") || name.equals(".."));
    if (!isSafe) {
      throw SocietyException.wrong(
          "invalid_path", "Error: Invalid path " + path + ". Access is restricted to " + ROOT);
    }
    return new Place(below, below.equals(ROOT) ? "" : below.substring(ROOT.length() + 1));
  }

  private Map<String, MemoryItem> files() {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Scopes.Scope own = new Scopes(tx).ofHolder(reader.principal());
    reader.require(Act.READ, reader.place(own), ROOT);
    Map<String, MemoryItem> files = new TreeMap<>();
    MemoryItem.ROWS
        .list(
            tx,
            "WHERE scope = ? AND type = 'note' AND label IS NOT NULL AND deleted_ms IS NULL ORDER"
                + " BY label LIMIT "
                + MOST_FILES,
            own.scope())
        .forEach(item -> files.put(item.shownId(), item));
    return files;
  }

  private Optional<MemoryItem> file(Place place) {
    return Optional.ofNullable(files().get(place.label()));
  }

  private List<MemoryItem> below(Place place) {
    return files().values().stream().filter(item -> place.holds(item.shownId())).toList();
  }

  private MemoryItem require(Place place, String prefix, String advice) {
    return file(place)
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "not_found", prefix + "The path " + place.path() + " does not exist" + advice));
  }

  private String text(MemoryItem item) {
    return new Items(tx).find(caller, item.id()).body().string(CONTENT).orElse("");
  }

  /**
   * Shows a file with line numbers, or the names in a folder.
   *
   * @param range the first and last line, from 1; -1 is the end; empty for all
   */
  public Answer view(String path, List<Integer> range) {
    Place place = place(path);
    List<MemoryItem> inFolder = below(place);
    if (file(place).isEmpty() && (place.label().isEmpty() || !inFolder.isEmpty())) {
      return listing(place, inFolder);
    }
    MemoryItem item = require(place, "", ". Please provide a valid path.");
    Items.Whole read = new Items(tx).read(caller, item.id());
    List<String> lines = lines(read.body().string(CONTENT).orElse(""));
    int first = range.isEmpty() ? 1 : range.getFirst();
    int last = range.isEmpty() || range.getLast() == -1 ? lines.size() : range.getLast();
    if ((!range.isEmpty() && range.size() != 2)
        || first < 1
        || last < first
        || last > lines.size()) {
      throw SocietyException.wrong(
          "invalid_range",
          "Error: Invalid `view_range` parameter: %s. It should be within the range of lines of the file: [1, %d]"
              .formatted(range, lines.size()));
    }
    return new Answer(
        "Here's the content of %s with line numbers:\n%s"
            .formatted(place.path(), numbered(lines, first, last)),
        List.of(item.id()));
  }

  private static List<String> lines(String text) {
    return List.of(text.split("\n", -1));
  }

  private static String numbered(List<String> lines, int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(i -> "%6d\t%s".formatted(i, lines.get(i - 1)))
        .collect(Collectors.joining("\n"));
  }

  private static Answer listing(Place place, List<MemoryItem> items) {
    int start = place.label().isEmpty() ? 0 : place.label().length() + 1;
    Map<String, Long> sizes = new TreeMap<>();
    Set<String> shown = new LinkedHashSet<>();
    for (MemoryItem item : items) {
      List<String> names = List.of(item.shownId().substring(start).split("/", -1));
      if (names.stream().noneMatch(it -> it.startsWith(".") || it.equals("node_modules"))) {
        shown.add(item.id());
        for (int level = 1; level <= Math.min(names.size(), LISTED_LEVELS); level++) {
          String name = String.join("/", names.subList(0, level));
          sizes.merge(level < names.size() ? name + "/" : name, item.text().bytes(), Long::sum);
        }
      }
    }
    long whole = items.stream().mapToLong(it -> it.text().bytes()).sum();
    String listed =
        sizes.entrySet().stream()
            .limit(MOST_LISTED)
            .map(one -> "\n%s\t%s/%s".formatted(size(one.getValue()), place.path(), one.getKey()))
            .collect(Collectors.joining());
    String rest = sizes.size() > MOST_LISTED ? "\n(more: view a folder)" : "";
    return new Answer(
        "Here're the files and directories up to 2 levels deep in %s, excluding hidden items and node_modules:\n%s\t%s%s%s"
            .formatted(place.path(), size(whole), place.path(), listed, rest),
        List.copyOf(shown));
  }

  private static String size(long bytes) {
    return bytes < 1_024
        ? bytes + "B"
        : "%d.%dK".formatted(bytes / 1_024, bytes % 1_024 * 10 / 1_024);
  }

  /** Creates a file. */
  public Answer create(String path, String text) {
    Place place = place(path);
    requireFree(place, "Error: File " + place.path() + " already exists");
    ItemWriter.Written _ =
        new ItemWriter(tx)
            .write(
                caller,
                ItemDraft.of(ItemType.NOTE, JsonObject.builder().put(CONTENT, text).build())
                    .named(Optional.of(place.label()))
                    .at(ItemDraft.Where.of(Optional.empty(), Visibility.PRIVATE))
                    .about(Domain.VALUE)
                    .asNew());
    return Answer.of("File created successfully at: " + place.path());
  }

  /** Refuses a path that is there, is a folder, or is below a file. */
  private void requireFree(Place place, String message) {
    Map<String, MemoryItem> files = files();
    MemoryReader reader = MemoryReader.of(tx, caller);
    boolean isTaken =
        place.label().isEmpty()
            || new Items(tx).isLabelled(reader, place.label())
            || files.keySet().stream()
                .anyMatch(label -> place.holds(label) || place.label().startsWith(label + "/"));
    if (isTaken) {
      throw SocietyException.refused("exists", message);
    }
  }

  /** Replaces a text that occurs once. */
  public Answer replace(String path, String old, String by) {
    Place place = place(path);
    MemoryItem item = require(place, "Error: ", ". Please provide a valid path.");
    String text = text(item);
    List<Integer> places = occurrences(text, old);
    if (places.isEmpty()) {
      throw SocietyException.wrong(
          "no_match",
          "No replacement was performed, old_str `%s` did not appear verbatim in %s."
              .formatted(old, place.path()));
    }
    if (places.size() > 1) {
      throw SocietyException.wrong(
          "several_matches",
          "No replacement was performed. Multiple occurrences of old_str `%s` in lines: %s. Please ensure it is unique"
              .formatted(
                  old,
                  places.stream()
                      .map(at -> Integer.toString(line(text, at)))
                      .distinct()
                      .collect(Collectors.joining(", "))));
    }
    int at = places.getFirst();
    String next = text.substring(0, at) + by + text.substring(at + old.length());
    edit(item, next);
    List<String> lines = lines(next);
    int first = line(next, at);
    int last = line(next, at + by.length());
    return new Answer(
        "The memory file has been edited.\n"
            + numbered(
                lines,
                Math.max(1, first - SNIPPET_LINES),
                Math.min(lines.size(), last + SNIPPET_LINES)),
        List.of(item.id()));
  }

  private static List<Integer> occurrences(String text, String part) {
    List<Integer> places = new ArrayList<>();
    int at = part.isEmpty() ? -1 : text.indexOf(part);
    while (at >= 0) {
      places.add(at);
      at = text.indexOf(part, at + part.length());
    }
    return places;
  }

  /** Returns the line of a place in a text, from 1. */
  private static int line(String text, int at) {
    return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  private void edit(MemoryItem item, String text) {
    ItemWriter.Written written =
        new ItemWriter(tx)
            .edit(
                caller,
                item.id(),
                JsonObject.builder().put(CONTENT, text).build(),
                Optional.of(item.version()));
    if (written.outcome() == ItemWriter.Effect.CONFLICT) {
      throw SocietyException.refused("conflict", "Error: the file was changed meanwhile");
    }
  }

  /**
   * Inserts lines.
   *
   * @param after the number of the line before them; 0 for the beginning
   */
  public Answer insert(String path, int after, String text) {
    Place place = place(path);
    MemoryItem item = require(place, "Error: ", "");
    List<String> lines = new ArrayList<>(lines(text(item)));
    if (after < 0 || after > lines.size()) {
      throw SocietyException.wrong(
          "invalid_line",
          "Error: Invalid `insert_line` parameter: %d. It should be within the range of lines of the file: [0, %d]"
              .formatted(after, lines.size()));
    }
    lines.add(after, text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
    edit(item, String.join("\n", lines));
    return Answer.of("The file " + place.path() + " has been edited.");
  }

  /** Deletes a file, or a folder with all files below it. */
  public Answer delete(String path) {
    Place place = place(path);
    for (MemoryItem item : found(place)) {
      MemoryItem _ = new ItemRemoval(tx).delete(caller, item.id());
    }
    return Answer.of("Successfully deleted " + place.path());
  }

  /** Returns a file, or the files of a folder. */
  private List<MemoryItem> found(Place place) {
    if (place.label().isEmpty()) {
      throw SocietyException.refused(
          "invalid_path", "Error: Cannot delete or rename the " + ROOT + " directory itself");
    }
    List<MemoryItem> inFolder = below(place);
    return inFolder.isEmpty() || file(place).isPresent()
        ? List.of(require(place, "Error: ", ""))
        : inFolder;
  }

  /** Renames a file, or a folder with all files below it. */
  public Answer rename(String oldPath, String newPath) {
    Place from = place(oldPath);
    Place to = place(newPath);
    List<MemoryItem> items = found(from);
    requireFree(to, "Error: The destination " + to.path() + " already exists");
    if (from.holds(to.label())) {
      throw SocietyException.wrong(
          "invalid_path", "Error: The destination " + to.path() + " is within " + from.path());
    }
    for (MemoryItem item : items) {
      new ItemWriter(tx)
          .relabel(caller, item.id(), to.label() + item.shownId().substring(from.label().length()));
    }
    return Answer.of("Successfully renamed %s to %s".formatted(from.path(), to.path()));
  }
}
