package org.sovereignbook.sbp.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;

/** Last identity document stored for each peer (IDENTITY §Rotation needs it). */
public final class PeerIdentities {
  /** Pattern of a public key as the key of a collection. */
  static final Pattern KEYS = Pattern.compile("[A-Za-z0-9_-]{43}");

  /** Documents by public key: {@code identity/peers/FINGERPRINT.json}. */
  public static final Keyed DOCUMENTS =
      Collection.keyed("identity/peers")
          .keys(KEYS)
          .at(
              new Layout(
                  Layout.Form.FILES,
                  "identity/peers/" + Layout.KEY + ".json",
                  key -> Fingerprint.of(PublicKey.parse(key)).toString().replace(':', '-'),
                  Optional.of("public_key")));

  /** The keys that peers rotated away, by key: {@code identity/retired-peers/FINGERPRINT.json}. */
  public static final Keyed RETIRED =
      Collection.keyed("identity/retired-peers")
          .keys(DOCUMENTS.keys())
          .at(
              new Layout(
                  Layout.Form.FILES,
                  "identity/retired-peers/" + Layout.KEY + ".json",
                  DOCUMENTS.layout().fileNames(),
                  Optional.of("public_key")));

  /** Bound of the walk from a retired key to its last successor. */
  private static final int MAX_ROTATIONS = 1_000;

  private PeerIdentities() {}

  /**
   * Finds the document of the key, or of its successor once the key is retired; for a former key of
   * the node's own the node's document. A document that is no longer valid (edited by hand) counts
   * as missing.
   */
  static Optional<IdentityDocument> find(Store store, PublicKey key) {
    Node node = store.node();
    boolean wasOurs = node.disk().exists(node.home().formerIdentity(key));
    return (wasOurs ? node.readIntactJson(node.home().identity()) : document(store, key))
        .flatMap(json -> IdentityDocument.validate(json, node.clock().instant()).toOptional());
  }

  private static Optional<JsonObject> document(Store store, PublicKey key) {
    String holder = key.toString();
    Optional<String> next = successor(store, holder);
    for (int i = 0; i < MAX_ROTATIONS && next.isPresent(); i++) {
      holder = next.get();
      next = successor(store, holder);
    }
    return store.json(DOCUMENTS, holder);
  }

  private static Optional<String> successor(Store store, String key) {
    return store.json(RETIRED, key).flatMap(PeerIdentities::successor);
  }

  private static Optional<String> successor(JsonObject retired) {
    return retired.string("successor");
  }

  /** Returns the keys that peers rotated away. */
  public static Set<String> retired(Store store) {
    return Set.copyOf(store.keys(RETIRED));
  }

  /** Returns the change that stores the newest document of a peer. */
  public static Change put(IdentityDocument document) {
    return DOCUMENTS.put(document.publicKey().toString(), document.json());
  }

  /** Returns the changes that delete these peers' documents, and their former keys. */
  static List<Change> forget(Store store, List<Peer> peers) {
    if (peers.isEmpty()) {
      return List.of();
    }
    Map<String, List<String>> former =
        store.keys(RETIRED).stream()
            .collect(
                Collectors.groupingBy(
                    key -> store.json(RETIRED, key).flatMap(PeerIdentities::successor).orElse("")));
    List<Change> changes = new ArrayList<>();
    for (Peer peer : peers) {
      Deque<String> keys = new ArrayDeque<>(List.of(peer.publicKey().toString()));
      changes.add(DOCUMENTS.delete(keys.getFirst()));
      while (!keys.isEmpty()) {
        List<String> before = former.getOrDefault(keys.removeFirst(), List.of());
        before.forEach(key -> changes.add(RETIRED.delete(key)));
        keys.addAll(before);
      }
    }
    return List.copyOf(changes);
  }

  /**
   * Returns the changes that record permanently that the document's key has replaced {@code old}.
   */
  static List<Change> retire(PublicKey old, IdentityDocument successor) {
    JsonObject retired =
        JsonObject.builder()
            .put("public_key", old.toString())
            .put("successor", successor.publicKey().toString())
            .put("retired_at", successor.createdAt().toString())
            .build();
    return List.of(RETIRED.put(old.toString(), retired), DOCUMENTS.delete(old.toString()));
  }
}
