package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;

/** Finds what strangers caused: in a store, and in what is about to be committed. */
final class StrangersEntries {
  private final Store store;
  private final PeerTable peers;
  private final Optional<PublicKey> self;

  StrangersEntries(Store store) {
    this.store = store;
    this.peers = store.peers();
    this.self =
        Optional.of(store.node())
            .filter(node -> node.disk().exists(node.home().keypair()))
            .map(node -> node.keys().publicKey());
  }

  /** Returns whether a commit adds an entry of any class. */
  static boolean hasAny(ChangeSet changes) {
    return changes.changes().stream().anyMatch(change -> classOf(change).isPresent());
  }

  /** Returns the entries of a commit that strangers have caused, by class. */
  Map<StoredClass, List<StrangersEntry>> coming(ChangeSet changes) {
    Map<StoredClass, List<StrangersEntry>> coming = new LinkedHashMap<>();
    for (Change change : changes.changes()) {
      classOf(change)
          .ifPresent(
              one ->
                  coming(one, change)
                      .filter(entry -> entry.standing() != Standing.CHOSEN)
                      .ifPresent(
                          entry -> coming.computeIfAbsent(one, _ -> new ArrayList<>()).add(entry)));
    }
    return coming;
  }

  private static Optional<StoredClass> classOf(Change change) {
    return switch (change) {
      case Change.Put put -> StoredClass.of(put.in());
      case Change.Move move -> StoredClass.of(move.to());
      default -> Optional.empty();
    };
  }

  private Optional<StrangersEntry> coming(StoredClass one, Change change) {
    return switch (change) {
      case Change.Put put ->
          Optional.of(entry(one, put.key(), put.value(), Instant.MAX, Optional.of(put)));
      case Change.Move move ->
          move.value()
              .or(() -> store.read(move.from(), move.key()))
              .map(value -> entry(one, move.wanted(), value, Instant.MAX, Optional.of(move)));
      default -> Optional.empty();
    };
  }

  /** Returns all entries of a class caused by strangers, with the incoming ones. */
  List<StrangersEntry> all(StoredClass one, List<StrangersEntry> coming) {
    // Of one commit, the later change counts as the newer one.
    List<StrangersEntry> all = new ArrayList<>(coming.reversed());
    Set<String> replaced = new HashSet<>();
    coming.stream()
        .filter(entry -> entry.coming().get() instanceof Change.Put)
        .forEach(entry -> replaced.add(entry.key()));
    for (String key : store.keys(one.in())) {
      if (!replaced.contains(key)) {
        stored(one, key).filter(found -> found.standing() != Standing.CHOSEN).ifPresent(all::add);
      }
    }
    return all;
  }

  private Optional<StrangersEntry> stored(StoredClass one, String key) {
    return store
        .read(one.in(), key)
        .map(
            value ->
                entry(
                    one,
                    key,
                    value,
                    store.changedAt(one.in(), key).orElse(Instant.MIN),
                    Optional.empty()));
  }

  private StrangersEntry entry(
      StoredClass one, String key, byte[] value, Instant at, Optional<Change> coming) {
    Supplier<JsonObject> json = () -> json(value);
    List<PublicKey> causers =
        one.causers().of(new StoredClass.StoredValue(store, self, key, json)).toList();
    Optional<PublicKey> charged =
        causers.stream().filter(causer -> standing(causer) == best(causers)).findFirst();
    return new StrangersEntry(key, best(causers), charged, value.length, at, coming);
  }

  private Standing best(List<PublicKey> causers) {
    return causers.stream().map(this::standing).reduce(Standing.UNKNOWN, Standing::orBetter);
  }

  private Standing standing(PublicKey key) {
    return self.filter(key::equals).isPresent() ? Standing.CHOSEN : Standing.of(key, peers);
  }

  /** Returns the index entries derived from an entry. */
  static Stream<Change.Put> following(Collection.Keyed in, String key, byte[] value) {
    return in.indexes().stream().flatMap(index -> index.rule().of(key, () -> json(value)).stream());
  }

  /** Parses an entry; a malformed one counts as empty. */
  private static JsonObject json(byte[] value) {
    try {
      return Node.jsonObject("an entry", value);
    } catch (NodeException e) {
      return JsonObject.empty();
    }
  }
}
