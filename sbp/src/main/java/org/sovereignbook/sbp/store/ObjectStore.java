package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonString;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.store.Collection.Index;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;

/** Signed objects by content hash, exactly as they were signed (IMPLEMENTATION §5). */
public record ObjectStore(Store store) {
  private static final String HASH = "sha256:[0-9a-f]{64}";
  private static final byte[] NOTHING = {};

  /** Which objects were received, and where they are: {@code operational/seen-hashes.json}. */
  public static final Keyed SEEN_HASHES =
      Collection.keyed("seen-hashes")
          .keys(Pattern.compile(HASH))
          .at(new Layout(Layout.Shape.MEMBERS, "operational/seen-hashes.json"))
          .madeFrom(ObjectStore::received);

  /** Replies by what they answer, PARENT/REPLY: {@code operational/reply-index.json}. */
  public static final Keyed REPLIES =
      Collection.keyed("reply-index")
          .keys(Pattern.compile(".{1,200}/" + HASH))
          .at(new Layout(Layout.Shape.MEMBERS, "operational/reply-index.json"))
          .madeFrom(ObjectStore::received);

  public static final Keyed CONTENT_RECEIVED =
      objects("content/received")
          .indexedBy(seen("content/received"), new Index(REPLIES, ObjectStore::reply));

  public static final Keyed CONTENT_CREATED = objects("content/created");

  public static final Keyed ENDORSEMENTS_RECEIVED =
      objects("endorsements/received").indexedBy(seen("endorsements/received"));

  public static final Keyed ENDORSEMENTS_CREATED = objects("endorsements/created");

  /** Who has a piece, beside its author, from this node or before it: by hash, key → when. */
  public static final Keyed HOLDERS =
      objects("holders")
          .at(new Layout(Layout.Shape.FILES, "operational/holders/" + Layout.KEY + ".json"));

  /** The collections of signed objects. */
  public static final List<Keyed> ALL =
      List.of(CONTENT_RECEIVED, CONTENT_CREATED, ENDORSEMENTS_RECEIVED, ENDORSEMENTS_CREATED);

  /** One object; empty when it is not stored. */
  public Optional<JsonObject> find(Keyed kind, ContentHash hash) {
    return store.json(kind, hash.toString());
  }

  /** A piece, this node's own or a received one; empty when neither is stored. */
  public Optional<Content> content(ContentHash hash) {
    return find(CONTENT_RECEIVED, hash)
        .or(() -> find(CONTENT_CREATED, hash))
        .flatMap(json -> Content.parse(json).toOptional());
  }

  /** All hashes of a kind, sorted. */
  public List<ContentHash> hashes(Keyed kind) {
    return store.keys(kind).stream().map(ContentHash::parse).toList();
  }

  /** Whether an object was received before. */
  public boolean isSeen(ContentHash hash) {
    return store.read(SEEN_HASHES, hash.toString()).isPresent();
  }

  /** The received replies to a piece of content, sorted. */
  public List<ContentHash> replies(ContentHash hash) {
    return store.keys(REPLIES, hash.toString()).stream()
        .map(key -> ContentHash.parse(key.substring(key.lastIndexOf('/') + 1)))
        .toList();
  }

  /** The endorsements that this node has made; a file that holds none is passed over. */
  public Stream<Endorsement> createdEndorsements() {
    return hashes(ENDORSEMENTS_CREATED).stream()
        .flatMap(hash -> find(ENDORSEMENTS_CREATED, hash).stream())
        .flatMap(json -> Endorsement.parse(json).toOptional().stream());
  }

  /** How many objects of a kind there are. */
  public int count(Keyed kind) {
    return store.count(kind);
  }

  /** Makes both indexes anew from the received objects (IMPLEMENTATION §3.2, maintenance). */
  public void rebuildIndexes() {
    store.commit(
        new ChangeSet()
            .add(new Change.Fill(SEEN_HASHES, madeAnew(store, SEEN_HASHES)))
            .add(new Change.Fill(REPLIES, madeAnew(store, REPLIES))));
  }

  /** What an index holds when it is made from its sources. */
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

  /** The change that stores a signed object under its hash; received ones enter the indexes. */
  public static Change put(Keyed kind, JsonObject object) {
    return kind.put(ContentHash.of(object).toString(), object);
  }

  private static List<Keyed> received() {
    return List.of(CONTENT_RECEIVED, ENDORSEMENTS_RECEIVED);
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
}
