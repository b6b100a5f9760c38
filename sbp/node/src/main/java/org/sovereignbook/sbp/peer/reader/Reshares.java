package org.sovereignbook.sbp.peer.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * Forwarding of pieces (AGENT.md, sharing): as a {@code share} of the object as its author signed
 * it (PROTOCOL §6). Records permanently which peers got a piece from this node or gave it to it,
 * and sends it to none of them twice. The caller makes sure that author and recipients are not
 * blocked. Not thread-safe.
 */
public final class Reshares {
  private static final int NAME_HASH_CHARACTERS = 8;

  private final Store store;
  private final Timestamp now;
  private final Map<ContentHash, JsonObject> changed = new HashMap<>();

  public Reshares(Store store, Timestamp now) {
    this.store = store;
    this.now = now;
  }

  /** Returns the peers that do not have the piece and will not get it from the outbox. */
  public List<Peer> without(Content piece, List<Peer> peers) {
    Set<String> having = new HashSet<>(holders(piece.hash()).members().keySet());
    having.add(piece.authorKey().toString());
    published(piece.hash(), peers).forEach(having::add);
    return peers.stream().filter(peer -> !having.contains(peer.publicKey().toString())).toList();
  }

  /**
   * Returns the changes that queue a piece: one item for all followers of this node, one for each
   * other peer.
   *
   * @param peers the peers without the piece
   */
  public List<Change> to(List<Peer> peers, Content piece) {
    Map<Boolean, List<Peer>> follow =
        peers.stream().collect(Collectors.partitioningBy(Peer::isFollower));
    List<PublicKey> followers = keys(follow.getOrDefault(true, List.of()));
    List<Change> changes = new ArrayList<>();
    if (!followers.isEmpty()) {
      changes.add(put(OutboxKind.CONTENT, piece, OutboxItems.fanOut(piece.json(), followers)));
    }
    for (Peer peer : follow.getOrDefault(false, List.of())) {
      changes.add(put(OutboxKind.REPLIES, piece, OutboxItems.share(piece.json(), peer)));
    }
    changes.add(have(piece.hash(), keys(peers)));
    return changes;
  }

  Change have(ContentHash piece, List<PublicKey> keys) {
    JsonObject all = holders(piece);
    for (PublicKey key : keys) {
      all = all.with(key.toString(), now.toString());
    }
    changed.put(piece, all);
    return ObjectStore.HOLDERS.put(piece.toString(), all);
  }

  private JsonObject holders(ContentHash piece) {
    return Optional.ofNullable(changed.get(piece))
        .or(() -> store.objects().find(ObjectStore.HOLDERS, piece))
        .orElse(JsonObject.empty());
  }

  /** Returns the followers that have this node's own piece, or will get it soon. */
  private Stream<String> published(ContentHash piece, List<Peer> peers) {
    if (store.objects().find(ObjectStore.CONTENT_CREATED, piece).isEmpty()) {
      return Stream.of();
    }
    OutboxId id = OutboxId.publication(piece);
    if (store.outbox().read(id).filter(item -> !item.has(OutboxItems.RECIPIENTS)).isPresent()) {
      return peers.stream().filter(Peer::isFollower).map(peer -> peer.publicKey().toString());
    }
    Stream<JsonObject> delivered =
        Stream.of(Archive.SENT, Archive.SENT_ARCHIVE, Outbox.FAILED)
            .flatMap(
                shelf ->
                    store.keys(shelf).stream()
                        .filter(key -> key.endsWith(id.name()))
                        .flatMap(key -> store.json(shelf, key).stream()));
    return Stream.concat(store.outbox().read(id).stream(), delivered)
        .flatMap(item -> item.object(OutboxItems.RECIPIENTS).stream())
        .flatMap(states -> states.members().keySet().stream());
  }

  /** Queues a file named after the piece and its recipients. */
  private Change put(OutboxKind kind, Content piece, JsonObject item) {
    String about = ContentHash.of(item).hex().substring(0, NAME_HASH_CHARACTERS);
    String name = "sha256-" + piece.hash().hex() + "-" + now.inFileName() + "-" + about;
    return Outbox.put(new OutboxId(kind, name), item);
  }

  private static List<PublicKey> keys(List<Peer> peers) {
    return peers.stream().map(Peer::publicKey).toList();
  }
}
