package org.sovereignbook.sbp.store.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.PeersDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Everything in a store by kind and name, read through the interface that all stores have. A kind
 * is a collection, all streams ({@code logs}), all documents ({@code states}) or the peers; indexes
 * are none, since they are derived from the objects. An entry is read when it is needed, so that a
 * store of any size fits into memory. Not thread-safe.
 */
final class StoreContents {
  private static final int PAGE_ENTRIES = 10_000;
  private static final String PEERS = "peers";
  private static final String LOGS = "logs";
  static final String STATES = "states";

  private final Store store;
  private final SequencedMap<String, List<Collection>> kinds = new LinkedHashMap<>();

  StoreContents(Store store, List<Collection> collections) {
    this.store = store;
    for (Collection each : collections) {
      if (!(each instanceof Keyed keyed && keyed.isIndex())) {
        kinds.computeIfAbsent(kind(each), _ -> new ArrayList<>()).add(each);
      }
      if (each.equals(PeerIdentities.DOCUMENTS)) {
        kinds.put(PEERS, List.of());
      }
    }
  }

  /**
   * Entry of a store.
   *
   * @param name unique within its kind
   * @param bytes the same in every store: the bytes of the file in a file store, as this program
   *     writes it
   * @param restore the change that puts it into another store
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record StoredItem(String name, byte[] bytes, Change restore) {}

  /** Returns the kinds in the order of a digest. */
  List<String> kinds() {
    return List.copyOf(kinds.sequencedKeySet());
  }

  /** Returns whether a file store has files of this kind that another store renders. */
  boolean isRendered(String kind) {
    return kind.equals(PEERS)
        || kinds.getOrDefault(kind, List.of()).stream().anyMatch(Collection::isReadable);
  }

  /** Hands over all entries of a kind, sorted by name; empty is one that is gone by now. */
  void forEach(String kind, Consumer<Optional<StoredItem>> to) {
    Optional<Keyed> many = forgetting(kind);
    if (many.isEmpty()) {
      entries(kind).values().forEach(entry -> to.accept(entry.get()));
      return;
    }
    SequencedMap<String, byte[]> page = store.entriesAfter(many.get(), "", PAGE_ENTRIES);
    while (!page.isEmpty()) {
      page.forEach((key, bytes) -> to.accept(Optional.of(entry(many.get(), key, bytes))));
      page = store.entriesAfter(many.get(), page.lastEntry().getKey(), PAGE_ENTRIES);
    }
  }

  /**
   * Returns a function that finds entries of a kind by name, as they are at its creation or later.
   */
  Function<String, Optional<StoredItem>> lookup(String kind) {
    Optional<Keyed> many = forgetting(kind);
    if (many.isPresent()) {
      return name -> store.read(many.get(), name).map(bytes -> entry(many.get(), name, bytes));
    }
    SequencedMap<String, Supplier<Optional<StoredItem>>> all = entries(kind);
    return name -> Optional.ofNullable(all.get(name)).flatMap(Supplier::get);
  }

  boolean isEmpty(String kind) {
    return forgetting(kind).map(store::isEmpty).orElseGet(() -> entries(kind).isEmpty());
  }

  /** Returns whether it has entries that another store does not have. */
  boolean holdsMoreThan(StoreContents other, String kind) {
    if (forgetting(kind).isEmpty()) {
      return !other.entries(kind).keySet().containsAll(entries(kind).keySet());
    }
    Function<String, Optional<StoredItem>> there = other.lookup(kind);
    boolean[] more = {false};
    forEach(kind, entry -> more[0] |= there.apply(entry.orElseThrow().name()).isEmpty());
    return more[0];
  }

  /** Returns the collection of a kind whose size strangers determine. */
  private Optional<Keyed> forgetting(String kind) {
    return kinds.getOrDefault(kind, List.of()).stream()
        .filter(Keyed.class::isInstance)
        .map(Keyed.class::cast)
        .filter(in -> in.kept().isPresent())
        .findFirst();
  }

  /**
   * Returns the entries of a kind by name, sorted; a value is empty when its entry is gone by now.
   */
  private SequencedMap<String, Supplier<Optional<StoredItem>>> entries(String kind) {
    SequencedMap<String, Supplier<Optional<StoredItem>>> entries = new TreeMap<>();
    if (kind.equals(PEERS)) {
      addPeers(entries);
    }
    for (Collection each : kinds.getOrDefault(kind, List.of())) {
      switch (each) {
        case Keyed keyed when keyed.layout().form() == Layout.Form.MEMBERS ->
            store
                .entries(keyed)
                .forEach(
                    (key, bytes) -> entries.put(key, () -> Optional.of(entry(keyed, key, bytes))));
        case Keyed keyed ->
            store.keys(keyed).forEach(key -> entries.put(key, () -> entry(keyed, key)));
        case Streamed stream -> addLines(stream, entries);
      }
    }
    return entries;
  }

  /** Counts the entries and their bytes. */
  Store.Usage usage(String kind) {
    Optional<Keyed> many = forgetting(kind);
    if (many.isPresent()) {
      return store.usage(many.get());
    }
    SequencedMap<String, Supplier<Optional<StoredItem>>> entries = entries(kind);
    List<Collection> collections = kinds.getOrDefault(kind, List.of());
    long bytes =
        collections.isEmpty() || collections.getFirst() instanceof Streamed
            ? entries.values().stream()
                .flatMap(entry -> entry.get().stream())
                .mapToLong(entry -> entry.bytes().length)
                .sum()
            : collections.stream()
                .map(Keyed.class::cast)
                .mapToLong(keyed -> store.usage(keyed).bytes())
                .sum();
    return new Store.Usage(entries.size(), bytes);
  }

  private static String kind(Collection each) {
    return switch (each) {
      case Keyed keyed when keyed.layout().form() == Layout.Form.DOCUMENT -> STATES;
      case Keyed keyed -> keyed.name();
      case Streamed _ -> LOGS;
    };
  }

  private Optional<StoredItem> entry(Keyed in, String key) {
    Optional<byte[]> value =
        in.isJson() ? store.json(in, key).map(JsonWriter::bytes) : store.read(in, key);
    return value.map(bytes -> entry(in, key, bytes));
  }

  private static StoredItem entry(Keyed in, String key, byte[] bytes) {
    return new StoredItem(key, bytes, in.put(key, bytes));
  }

  /** Adds the peers, unless the table is empty as in a new store. */
  private void addPeers(SequencedMap<String, Supplier<Optional<StoredItem>>> entries) {
    String text = PeersDocument.parse(store.peersText()).render();
    if (!text.equals(PeersDocument.header())) {
      add("peers.md", text, new Change.FillPeers(text), entries);
    }
  }

  private void addLines(
      Streamed stream, SequencedMap<String, Supplier<Optional<StoredItem>>> entries) {
    addLines(stream.name(), stream, Optional.empty(), store.lines(stream), entries);
    for (YearMonth month : store.months(stream)) {
      addLines(
          stream.name() + "-" + month,
          stream,
          Optional.of(month),
          store.archived(stream, month),
          entries);
    }
  }

  /** Adds the lines of a log, unless it is empty as in a new store. */
  private static void addLines(
      String name,
      Streamed stream,
      Optional<YearMonth> month,
      List<String> lines,
      SequencedMap<String, Supplier<Optional<StoredItem>>> entries) {
    if (!lines.isEmpty()) {
      Change restore = new Change.FillLines(stream, month, lines);
      add(name, String.join("\n", lines) + "\n", restore, entries);
    }
  }

  private static void add(
      String name,
      String text,
      Change restore,
      SequencedMap<String, Supplier<Optional<StoredItem>>> entries) {
    StoredItem entry = new StoredItem(name, text.getBytes(UTF_8), restore);
    entries.put(name, () -> Optional.of(entry));
  }
}
