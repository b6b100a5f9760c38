package org.sovereignbook.sbp.store.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.Words;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Archive.SentId;
import org.sovereignbook.sbp.store.Archive.Shelf;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.PeersDocument;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Everything in a store by kind and name, read through the interface that all stores have. What is
 * listed is read when it is asked for, so that a store of any size fits into memory. Not
 * thread-safe.
 */
final class StoreContents {
  /** Envelopes that are forgotten this soon count as forgotten, whenever each side looks. */
  private static final Duration SOON = Duration.ofHours(1);

  private final Store store;
  private final Timestamp now;

  StoreContents(Store store, Timestamp now) {
    this.store = store;
    this.now = now;
  }

  /** The entries of a kind by name, sorted; a value is empty when its entry is gone by now. */
  SequencedMap<String, Supplier<Optional<StoredEntry>>> entries(StoredKind kind) {
    return switch (kind) {
      case INBOX -> of(kind, store.inbox().pending(), store.inbox()::read, this::waiting);
      case PROCESSED -> shelf(kind, Shelf.PROCESSED);
      case REJECTED -> shelf(kind, Shelf.REJECTED);
      case OUTBOX -> json(kind, store.outbox().pending(), store.outbox()::read, this::outbox);
      case FAILED ->
          json(
              kind,
              store.outbox().failed(),
              store.outbox()::readFailed,
              (name, item) -> new Change.Restore.Failed(name, item));
      case SENT -> {
        Archive archive = store.archive();
        yield json(kind, archive.sent(), archive::readSent, (id, item) -> sent(id, false, item));
      }
      case SENT_ARCHIVE -> {
        Archive archive = store.archive();
        yield json(
            kind, archive.archived(), archive::readArchived, (id, item) -> sent(id, true, item));
      }
      case CONTENT_RECEIVED -> objects(kind, ObjectKind.CONTENT_RECEIVED);
      case CONTENT_CREATED -> objects(kind, ObjectKind.CONTENT_CREATED);
      case ENDORSEMENTS_RECEIVED -> objects(kind, ObjectKind.ENDORSEMENTS_RECEIVED);
      case ENDORSEMENTS_CREATED -> objects(kind, ObjectKind.ENDORSEMENTS_CREATED);
      case PEER_IDENTITIES -> identities();
      case PEERS -> peers();
      case SEEN_ENVELOPES -> seen();
      case LOGS -> logs();
      case STATES ->
          json(
              kind,
              Stream.of(StateDocument.values())
                  .filter(each -> store.state(each).isPresent())
                  .toList(),
              store::state,
              StateDocument::write);
    };
  }

  /** How a JSON entry is put back. */
  private interface JsonRestore<K> {
    Change of(K key, JsonObject json);
  }

  /** How an envelope is put back. */
  private interface BytesRestore<K> {
    Change of(K key, byte[] bytes);
  }

  private static <K> SequencedMap<String, Supplier<Optional<StoredEntry>>> of(
      StoredKind kind, List<K> keys, Function<K, Optional<byte[]>> read, BytesRestore<K> restore) {
    SequencedMap<String, Supplier<Optional<StoredEntry>>> entries = new TreeMap<>();
    for (K key : keys) {
      entries.put(
          key.toString(),
          () ->
              read.apply(key)
                  .map(
                      bytes ->
                          new StoredEntry(kind, key.toString(), bytes, restore.of(key, bytes))));
    }
    return entries;
  }

  private static <K> SequencedMap<String, Supplier<Optional<StoredEntry>>> json(
      StoredKind kind,
      List<K> keys,
      Function<K, Optional<JsonObject>> read,
      JsonRestore<K> restore) {
    SequencedMap<String, Supplier<Optional<StoredEntry>>> entries = new TreeMap<>();
    for (K key : keys) {
      entries.put(
          key.toString(),
          () ->
              read.apply(key)
                  .map(
                      json ->
                          new StoredEntry(
                              kind,
                              key.toString(),
                              JsonWriter.file(json).getBytes(UTF_8),
                              restore.of(key, json))));
    }
    return entries;
  }

  private Change waiting(InboxId id, byte[] bytes) {
    return new Change.Restore.Envelope(Optional.empty(), id, bytes);
  }

  private SequencedMap<String, Supplier<Optional<StoredEntry>>> shelf(
      StoredKind kind, Shelf shelf) {
    Archive archive = store.archive();
    return of(
        kind,
        archive.envelopes(shelf),
        id -> archive.envelope(shelf, id),
        (id, bytes) -> new Change.Restore.Envelope(Optional.of(shelf), id, bytes));
  }

  private Change outbox(OutboxId id, JsonObject item) {
    return Outbox.put(id, item);
  }

  private static Change sent(SentId id, boolean archived, JsonObject item) {
    return new Change.Restore.Sent(id, archived, item);
  }

  private SequencedMap<String, Supplier<Optional<StoredEntry>>> objects(
      StoredKind kind, ObjectKind objects) {
    return json(
        kind,
        store.objects().hashes(objects),
        hash -> store.objects().find(objects, hash),
        (_, object) -> ObjectStore.put(objects, object));
  }

  private SequencedMap<String, Supplier<Optional<StoredEntry>>> identities() {
    SequencedMap<String, Supplier<Optional<StoredEntry>>> entries = new TreeMap<>();
    for (PublicKey key : store.peerIdentities()) {
      entries.put(
          key.toString(),
          () ->
              store
                  .peerIdentity(key)
                  .map(
                      document ->
                          new StoredEntry(
                              StoredKind.PEER_IDENTITIES,
                              key.toString(),
                              JsonWriter.file(document.json()).getBytes(UTF_8),
                              PeerIdentities.put(document))));
    }
    return entries;
  }

  /** An empty table is nothing: a new store has one, too. */
  private SequencedMap<String, Supplier<Optional<StoredEntry>>> peers() {
    String text = PeersDocument.parse(store.peersText()).render();
    return text.equals(PeersDocument.header())
        ? new TreeMap<>()
        : text(StoredKind.PEERS, "peers.md", text, new Change.Restore.Peers(text));
  }

  private SequencedMap<String, Supplier<Optional<StoredEntry>>> seen() {
    SequencedMap<String, Supplier<Optional<StoredEntry>>> entries = new TreeMap<>();
    store
        .seenEnvelopes()
        .entries()
        .forEach(
            (envelope, entry) -> {
              if (entry.at().plus(SeenEnvelopes.KEPT).isAfter(now.plus(SOON))) {
                JsonObject json =
                    JsonObject.builder()
                        .put("id", entry.id().value())
                        .put("at", entry.at().toString())
                        .build();
                entries.putAll(
                    text(
                        StoredKind.SEEN_ENVELOPES,
                        envelope.toString(),
                        JsonWriter.file(json),
                        SeenEnvelopes.see(envelope, entry.id(), entry.at())));
              }
            });
    return entries;
  }

  private SequencedMap<String, Supplier<Optional<StoredEntry>>> logs() {
    SequencedMap<String, Supplier<Optional<StoredEntry>>> entries = new TreeMap<>();
    for (LogFile log : LogFile.values()) {
      String name = Words.of(log);
      entries.putAll(lines(name, log, Optional.empty(), store.log(log)));
      for (YearMonth month : store.logs().months(log)) {
        entries.putAll(
            lines(name + "-" + month, log, Optional.of(month), store.logs().archived(log, month)));
      }
    }
    return entries;
  }

  /** An empty log is nothing, as in a new store. */
  private static SequencedMap<String, Supplier<Optional<StoredEntry>>> lines(
      String name, LogFile log, Optional<YearMonth> month, List<String> lines) {
    List<String> copy = new ArrayList<>(lines);
    return copy.isEmpty()
        ? new TreeMap<>()
        : text(
            StoredKind.LOGS,
            name,
            String.join("\n", copy) + "\n",
            new Change.Restore.Lines(log, month, copy));
  }

  private static SequencedMap<String, Supplier<Optional<StoredEntry>>> text(
      StoredKind kind, String name, String text, Change restore) {
    StoredEntry entry = new StoredEntry(kind, name, text.getBytes(UTF_8), restore);
    SequencedMap<String, Supplier<Optional<StoredEntry>>> entries = new TreeMap<>();
    entries.put(name, () -> Optional.of(entry));
    return entries;
  }
}
