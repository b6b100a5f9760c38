package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.time.Duration;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * Collection of a node's entries, declared in the package that owns them. Stores put, append, move
 * and delete entries and know no collection by name: a new one needs a declaration and nothing
 * else.
 *
 * <pre>{@code
 * static final Collection.Keyed TASKS = Collection.keyed("board/tasks");   // runtime/board/tasks/KEY.json
 * static final Collection.Streamed EVENTS = Collection.stream("events");   // runtime/events.md
 *
 * store.commit(new ChangeSet().add(TASKS.put("t-1", json)).add(EVENTS.append("t-1 was opened")));
 * }</pre>
 *
 * <p>Its place in the file store is part of the declaration, for layouts that IMPLEMENTATION §5
 * gives. {@code sbp store} shows and copies the collections that {@link NodeCollections} and
 * packages above it list.
 */
public sealed interface Collection {

  /**
   * Returns the name, unique in a node: lower-case words, with a slash where it is part of another.
   */
  String name();

  /** Returns whether every store renders it as a file, for people and models to read. */
  boolean isReadable();

  /**
   * Creates a collection of JSON objects by key, a file for each: {@code runtime/NAME/KEY.json}.
   */
  static Keyed keyed(String name) {
    return new Keyed(
        name,
        Keyed.PLAIN,
        true,
        new Layout(Layout.Form.FILES, name + "/" + Layout.KEY + ".json"),
        Optional.empty(),
        List.of(),
        () -> List.of(),
        false);
  }

  /**
   * Creates a collection of one JSON object, whose key is the collection's name.
   *
   * @param file its path below {@code runtime/}
   */
  static Keyed document(String name, String file) {
    return keyed(name)
        .keys(Pattern.compile(Pattern.quote(name)))
        .at(new Layout(Layout.Form.DOCUMENT, file));
  }

  /** Creates a stream of lines in the order of their commits: {@code runtime/NAME.md}. */
  static Streamed stream(String name) {
    return new Streamed(name, name + ".md", false);
  }

  /** Checks that a name or key can be part of a path. */
  private static void check(String name, Pattern allowed) {
    if (!allowed.matcher(name).matches()) {
      throw new IllegalArgumentException("not a name for the store: " + name);
    }
  }

  /**
   * Entries by key.
   *
   * @param keys the pattern of keys; with a slash in it, keys are {@code GROUP/NAME}
   * @param isJson whether each entry is a JSON object; else any bytes
   * @param kept when set, an entry never changes after its first put, and expires after this time
   * @param indexes the entries that a put adds to other collections
   * @param sources for an index: the collections that it can be rebuilt from
   */
  record Keyed(
      String name,
      Pattern keys,
      boolean isJson,
      Layout layout,
      Optional<Duration> kept,
      List<Index> indexes,
      Supplier<List<Keyed>> sources,
      boolean isReadable)
      implements Collection {
    /** A plain file name. */
    public static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,149}");

    /** Any file name, such as a person may give. */
    public static final Pattern ANY = Pattern.compile("[^\\x00-\\x1f\\x2f\\x5c]{1,250}");

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+(/[a-z0-9-]+)*");

    public Keyed {
      check(name, NAME);
      indexes = List.copyOf(indexes);
    }

    /**
     * Compares the names, which are unique. Written by hand: a record's generated method is linked
     * at each start.
     */
    @Override
    public boolean equals(Object other) {
      return other instanceof Keyed that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    /** Returns a copy with other keys than {@link #PLAIN}. */
    public Keyed keys(Pattern pattern) {
      return new Keyed(name, pattern, isJson, layout, kept, indexes, sources, isReadable);
    }

    public Keyed ofBytes() {
      return new Keyed(name, keys, false, layout, kept, indexes, sources, isReadable);
    }

    /** Returns a copy in other files than {@code NAME/KEY.json}. */
    public Keyed at(Layout place) {
      return new Keyed(name, keys, isJson, place, kept, indexes, sources, isReadable);
    }

    /**
     * Returns a copy whose entries never change after their first put, and expire after this time,
     * at the latest a day later: {@code operational/NAME/DAY.txt}. Key and value are one line of
     * text. An entry cannot be deleted or moved.
     */
    public Keyed remembering(Duration time) {
      Layout days = new Layout(Layout.Form.DAYS, "operational/" + name);
      return new Keyed(name, keys, isJson, days, Optional.of(time), indexes, sources, isReadable);
    }

    public Keyed indexedBy(Index... more) {
      return new Keyed(name, keys, isJson, layout, kept, List.of(more), sources, isReadable);
    }

    public Keyed madeFrom(Supplier<List<Keyed>> others) {
      return new Keyed(name, keys, isJson, layout, kept, indexes, others, isReadable);
    }

    /** Returns a copy that every store shows to people and models. */
    public Keyed readable() {
      return new Keyed(name, keys, isJson, layout, kept, indexes, sources, true);
    }

    /** Returns whether keys are {@code GROUP/NAME}. */
    public boolean isGrouped() {
      return keys.pattern().contains("/");
    }

    /** Returns the place in the file store: the folder of its files, or its one file. */
    public Path in(NodeHome home) {
      return layout.root(home);
    }

    /** Returns whether it can be derived from other collections. */
    public boolean isIndex() {
      return !sources.get().isEmpty();
    }

    public boolean isKey(String key) {
      return keys.matcher(key).matches();
    }

    /** Returns the change that puts an entry, and replaces an earlier one with this key. */
    public Change.Put put(String key, byte[] value) {
      check(key, keys);
      return new Change.Put(this, key, value);
    }

    /** Returns the change that puts a JSON entry. */
    public Change.Put put(String key, JsonValue value) {
      return put(key, JsonWriter.bytes(value));
    }

    /** Returns the change that replaces a {@link #document}. */
    public Change.Put write(JsonObject value) {
      return put(name, value);
    }

    /**
     * Returns the change that moves an entry into another collection, under a key that is free
     * there.
     */
    public Change.Move move(String key, Keyed to) {
      return new Change.Move(this, key, to, key, Optional.empty());
    }

    /** Returns the change that deletes an entry. */
    public Change.Delete delete(String key) {
      return new Change.Delete(this, key);
    }
  }

  /**
   * Rule that derives index entries from an entry.
   *
   * @param into the collection of the index
   */
  record Index(Keyed into, Rule rule) {
    /** Makes it from an entry, which is read when it is needed. */
    @FunctionalInterface
    public interface Rule {
      Optional<Change.Put> of(String key, Supplier<JsonObject> entry);
    }
  }

  /**
   * Lines in an order.
   *
   * @param file where the file store has them below {@code runtime/}; what is condensed goes to
   *     {@code STEM-archive-YYYY-MM.EXTENSION} beside it
   */
  record Streamed(String name, String file, boolean isReadable) implements Collection {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");
    private static final String ARCHIVE = "-archive-";

    public Streamed {
      check(name, NAME);
    }

    /**
     * Compares the names, which are unique. Written by hand: a record's generated method is linked
     * at each start.
     */
    @Override
    public boolean equals(Object other) {
      return other instanceof Streamed that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    /** Returns a copy in another file than {@code NAME.md}. */
    public Streamed at(String path) {
      return new Streamed(name, path, isReadable);
    }

    /** Returns a copy that every store shows to people and models. */
    public Streamed readable() {
      return new Streamed(name, file, true);
    }

    /** Returns the change that adds a line, given without an end of line. */
    public Change.Append append(String line) {
      return new Change.Append(this, line);
    }

    public Change.Append append(LogEntry entry) {
      return append(entry.line());
    }

    public Path in(NodeHome home) {
      return home.runtime().resolve(file);
    }

    /** Returns the archive file for lines that leave the stream in this month. */
    public Path archiveIn(NodeHome home, YearMonth month) {
      return home.runtime().resolve(stem() + ARCHIVE + month + extension());
    }

    /** Returns the month of an archive's file; empty for other files. */
    public Optional<YearMonth> monthOf(Path archive) {
      Pattern name = Pattern.compile(".*" + Pattern.quote(ARCHIVE) + "(\\d{4}-\\d\\d)\\..*");
      return Optional.of(name.matcher(archive.getFileName().toString()))
          .filter(java.util.regex.Matcher::matches)
          .map(found -> YearMonth.parse(found.group(1)));
    }

    /** Returns the month whose archive takes the lines that leave at this time. */
    public static YearMonth month(Timestamp at) {
      return YearMonth.parse(at.toString().substring(0, "2026-03".length()));
    }

    private String stem() {
      return file.substring(0, file.lastIndexOf('.'));
    }

    private String extension() {
      return file.substring(file.lastIndexOf('.'));
    }
  }

  /**
   * Place of a keyed collection in the file store.
   *
   * @param path below {@code runtime/}, with {@link #KEY} in the place of the file's name
   * @param fileNames the file's name for a key
   * @param keyMember the member that contains the key, if the file's name does not show it
   */
  record Layout(
      Form form, String path, UnaryOperator<String> fileNames, Optional<String> keyMember) {
    /** Stands in a path for the key. */
    public static final String KEY = "{key}";

    /** Content of a file. */
    public enum Form {
      /** A file for each entry. */
      FILES,
      /** One entry. */
      DOCUMENT,
      /** A JSON object with a member for each entry; with groups, an array of names for each. */
      MEMBERS,
      /** A folder of text files, with a line for each entry that was put on a day. */
      DAYS
    }

    /** Creates a layout whose file names have no colon, which not every system allows. */
    public Layout(Form form, String path) {
      this(form, path, key -> key.replace(':', '-'), Optional.empty());
    }

    public Path file(NodeHome home, String key) {
      return home.runtime().resolve(path.replace(KEY, fileNames.apply(key)));
    }

    /** Returns the place of the whole collection: a folder, or the one file. */
    public Path root(NodeHome home) {
      int key = path.indexOf("/" + KEY);
      return home.runtime().resolve(key < 0 ? path : path.substring(0, key));
    }

    /** Returns the part of a file's name after the key. */
    public String suffix() {
      return path.substring(path.indexOf(KEY) + KEY.length());
    }
  }
}
