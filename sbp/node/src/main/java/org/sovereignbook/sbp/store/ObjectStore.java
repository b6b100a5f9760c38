package org.sovereignbook.sbp.store;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Collection.Index;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;

/** Signed objects by content hash, exactly as they were signed (IMPLEMENTATION §5). */
public record ObjectStore(Store store) {
  private static final String HASH = "sha256:[0-9a-f]{64}";
  private static final byte[] NOTHING = {};
  private static final int TIME_CHARACTERS = "2026-03-17T12:00:00Z".length();

  /** Index of received objects and their places: {@code operational/seen-hashes.json}. */
  public static final Keyed SEEN_HASHES =
      Collection.keyed("seen-hashes")
          .keys(Pattern.compile(HASH))
          .at(new Layout(Layout.Form.MEMBERS, "operational/seen-hashes.json"))
          .madeFrom(ObjectStore::received);

  /** Replies by what they answer, PARENT/REPLY: {@code operational/reply-index.json}. */
  public static final Keyed REPLIES =
      Collection.keyed("reply-index")
          .keys(Pattern.compile(".{1,200}/" + HASH))
          .at(new Layout(Layout.Form.MEMBERS, "operational/reply-index.json"))
          .madeFrom(ObjectStore::received);

  /** Content by the time its author gave it, FOLDER/TIME-HASH: {@code piece-index.json}. */
  public static final Keyed BY_TIME =
      Collection.keyed("piece-index")
          .keys(Pattern.compile("(received|created)/[-0-9]{10}T[:0-9]{8}Z-" + HASH))
          .at(new Layout(Layout.Form.MEMBERS, "operational/piece-index.json"))
          .madeFrom(ObjectStore::content);

  /** Endorsements of content by what they endorse: {@code endorsement-index.json}. */
  public static final Keyed ENDORSED =
      Collection.keyed("endorsement-index")
          .keys(Pattern.compile(HASH + "/" + HASH))
          .at(new Layout(Layout.Form.MEMBERS, "operational/endorsement-index.json"))
          .madeFrom(ObjectStore::endorsements);

  public static final Keyed CONTENT_RECEIVED =
      objects("content/received")
          .indexedBy(
              seen("content/received"),
              new Index(REPLIES, ObjectStore::reply),
              dated("content/received"));

  public static final Keyed CONTENT_CREATED =
      objects("content/created").indexedBy(dated("content/created"));

  public static final Keyed ENDORSEMENTS_RECEIVED =
      objects("endorsements/received")
          .indexedBy(seen("endorsements/received"), new Index(ENDORSED, ObjectStore::endorsement));

  public static final Keyed ENDORSEMENTS_CREATED =
      objects("endorsements/created").indexedBy(new Index(ENDORSED, ObjectStore::endorsement));

  /**
   * Peers that have a piece, other than its author, from this node or before it: by hash, key →
   * when.
   */
  public static final Keyed HOLDERS =
      objects("holders")
          .at(new Layout(Layout.Form.FILES, "operational/holders/" + Layout.KEY + ".json"));

  /** The collections of signed objects. */
  public static final List<Keyed> ALL =
      List.of(CONTENT_RECEIVED, CONTENT_CREATED, ENDORSEMENTS_RECEIVED, ENDORSEMENTS_CREATED);

  /** Indexes derived from the objects. */
  public static final List<Keyed> INDEXES = List.of(SEEN_HASHES, REPLIES, BY_TIME, ENDORSED);

  /** Finds an object; empty when it is not stored. */
  public Optional<JsonObject> find(Keyed kind, ContentHash hash) {
    return store.json(kind, hash.toString());
  }

  /** Finds a piece, this node's own or a received one; empty when neither is stored. */
  public Optional<Content> content(ContentHash hash) {
    return find(CONTENT_RECEIVED, hash)
        .or(() -> find(CONTENT_CREATED, hash))
        .flatMap(json -> Content.parse(json).toOptional());
  }

  /** Returns all hashes of a kind, sorted. */
  public List<ContentHash> hashes(Keyed kind) {
    return store.keys(kind).stream().map(ContentHash::parse).toList();
  }

  /** Returns whether an object was received before. */
  public boolean isSeen(ContentHash hash) {
    return store.read(SEEN_HASHES, hash.toString()).isPresent();
  }

  /** Returns the received replies to a piece of content, sorted. */
  public List<ContentHash> replies(ContentHash hash) {
    return store.keys(REPLIES, hash.toString()).stream().map(ObjectStore::child).toList();
  }

  /** Returns the endorsements that this node has made; a file without one is skipped. */
  public Stream<Endorsement> createdEndorsements() {
    return hashes(ENDORSEMENTS_CREATED).stream()
        .flatMap(hash -> find(ENDORSEMENTS_CREATED, hash).stream())
        .flatMap(json -> Endorsement.parse(json).toOptional().stream());
  }

  /** A piece of content and the time that its author gave it. */
  public record Dated(Timestamp createdAt, ContentHash hash) {}

  /** Returns all content of a kind, newest first. Reads the index, not the objects. */
  public List<Dated> newestFirst(Keyed kind) {
    String folder = folder(kind.name());
    Set<String> hashes = new HashSet<>(store.keys(kind));
    List<String> keys = store.keys(BY_TIME, folder);
    if (keys.size() != hashes.size()) {
      // The index may be incomplete: the node is older than it, or a person added objects by hand.
      keys =
          madeAnew(store, BY_TIME).sequencedKeySet().stream()
              .filter(key -> key.startsWith(folder + "/"))
              .toList();
    }
    return keys.reversed().stream()
        .map(key -> key.substring(folder.length() + 1))
        .map(
            key ->
                new Dated(
                    Timestamp.parse(key.substring(0, TIME_CHARACTERS)),
                    ContentHash.parse(key.substring(TIME_CHARACTERS + 1))))
        .filter(dated -> hashes.contains(dated.hash().toString()))
        .toList();
  }

  /** Returns a whole index of PARENT/CHILD, for callers with many parents: the children of each. */
  public Map<String, List<ContentHash>> byParent(Keyed index) {
    return store.keys(index).stream()
        .collect(
            Collectors.groupingBy(
                key -> key.substring(0, key.lastIndexOf('/')),
                Collectors.mapping(ObjectStore::child, Collectors.toList())));
  }

  private static ContentHash child(String key) {
    return ContentHash.parse(key.substring(key.lastIndexOf('/') + 1));
  }

  /** Returns the stored ones of these endorsements, made here or received. */
  public List<Endorsement> endorsements(List<ContentHash> hashes) {
    return hashes.stream()
        .flatMap(
            hash ->
                find(ENDORSEMENTS_CREATED, hash)
                    .or(() -> find(ENDORSEMENTS_RECEIVED, hash))
                    .stream())
        .flatMap(json -> Endorsement.parse(json).toOptional().stream())
        .toList();
  }

  /** Counts the objects of a kind. */
  public int count(Keyed kind) {
    return store.count(kind);
  }

  /** Rebuilds the indexes from the objects (IMPLEMENTATION §3.2, maintenance). */
  public void rebuildIndexes() {
    ChangeSet changes = new ChangeSet();
    INDEXES.forEach(index -> changes.add(new Change.Fill(index, madeAnew(store, index))));
    store.commit(changes);
  }

  /** Returns the content of an index rebuilt from its sources. */
  public static SequencedMap<String, byte[]> madeAnew(Store store, Keyed index) {
    SequencedMap<String, byte[]> entries = new TreeMap<>();
    for (Keyed source : index.sources().get()) {
      for (String key : store.keys(source)) {
        Supplier<JsonObject> entry = () -> store.json(source, key).orElse(JsonObject.empty());
        source.indexes().stream()
            .filter(one -> one.into().equals(index))
            .flatMap(one -> one.rule().of(key, entry).stream())
            .forEach(put -> entries.put(put.key(), put.value()));
      }
    }
    return entries;
  }

  /**
   * Returns the change that stores a signed object under its hash; received ones enter the indexes.
   */
  public static Change put(Keyed kind, JsonObject object) {
    return kind.put(ContentHash.of(object).toString(), object);
  }

  private static List<Keyed> received() {
    return List.of(CONTENT_RECEIVED, ENDORSEMENTS_RECEIVED);
  }

  private static List<Keyed> content() {
    return List.of(CONTENT_RECEIVED, CONTENT_CREATED);
  }

  private static List<Keyed> endorsements() {
    return List.of(ENDORSEMENTS_RECEIVED, ENDORSEMENTS_CREATED);
  }

  private static Keyed objects(String name) {
    return Collection.keyed(name).keys(Pattern.compile(HASH));
  }

  private static Index seen(String folder) {
    return new Index(
        SEEN_HASHES,
        (hash, _) ->
            Optional.of(
                SEEN_HASHES.put(
                    hash, new JsonString(folder + "/" + hash.replace(':', '-') + ".json"))));
  }

  private static Optional<Change.Put> reply(String hash, Supplier<JsonObject> content) {
    return content
        .get()
        .string("in_reply_to")
        .map(parent -> new Change.Put(REPLIES, parent + "/" + hash, NOTHING));
  }

  private static Index dated(String folder) {
    return new Index(
        BY_TIME,
        (hash, content) ->
            content
                .get()
                .string("created_at")
                .map(time -> folder(folder) + "/" + time + "-" + hash)
                .filter(BY_TIME::isKey)
                .map(key -> new Change.Put(BY_TIME, key, NOTHING)));
  }

  private static String folder(String name) {
    return name.substring(name.indexOf('/') + 1);
  }

  private static Optional<Change.Put> endorsement(String hash, Supplier<JsonObject> endorsement) {
    return endorsement
        .get()
        .string("target_ref")
        .map(target -> target + "/" + hash)
        .filter(ENDORSED::isKey)
        .map(key -> new Change.Put(ENDORSED, key, NOTHING));
  }
}
