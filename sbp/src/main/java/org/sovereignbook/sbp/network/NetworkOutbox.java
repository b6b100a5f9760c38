package org.sovereignbook.sbp.network;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.Payloads;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * The items of {@code outbox/network/}. Names come from the recipient's fingerprint, so that at
 * most one announce and one wish (subscribe or unsubscribe) wait for a peer; a later wish replaces
 * an earlier one.
 */
final class NetworkOutbox {
  private NetworkOutbox() {}

  static Change announce(IdentityDocument identity, Peer peer) {
    return put(MessageType.ANNOUNCE, Payloads.announce(identity), peer);
  }

  static List<Change> subscribe(Peer peer) {
    return List.of(
        put(MessageType.SUBSCRIBE, JsonObject.empty(), peer),
        Outbox.remove(id(MessageType.UNSUBSCRIBE, peer.publicKey())));
  }

  static List<Change> unsubscribe(Peer peer) {
    return List.of(
        put(MessageType.UNSUBSCRIBE, JsonObject.empty(), peer),
        Outbox.remove(id(MessageType.SUBSCRIBE, peer.publicKey())));
  }

  /** The announces that wait, whoever put them there, by recipient. */
  static Map<PublicKey, Outbox.Item> waitingAnnounces(Store store) {
    Map<PublicKey, Outbox.Item> waiting = new HashMap<>();
    for (OutboxId id : store.outbox().pending()) {
      if (id.kind() != OutboxKind.CONTENT) {
        read(store, id)
            .filter(json -> isAnnounce(json))
            .ifPresent(
                json ->
                    OutboxItems.recipient(json)
                        .ifPresent(key -> waiting.put(key, new Outbox.Item(id, json))));
      }
    }
    return waiting;
  }

  /** The waiting announce with this document instead of an earlier one; empty if it is the same. */
  static Optional<Change> refreshed(Outbox.Item announce, IdentityDocument identity) {
    JsonObject payload = Payloads.announce(identity);
    return announce.json().object("payload").equals(Optional.of(payload))
        ? Optional.empty()
        : Optional.of(Outbox.put(announce.id(), announce.json().with("payload", payload)));
  }

  private static Change put(MessageType type, JsonObject payload, Peer peer) {
    return Outbox.put(id(type, peer.publicKey()), OutboxItems.envelope(type, payload, peer));
  }

  private static OutboxId id(MessageType type, PublicKey key) {
    String fingerprint = Fingerprint.of(key).toString();
    return new OutboxId(
        OutboxKind.NETWORK, type + "-" + fingerprint.substring(fingerprint.indexOf(':') + 1));
  }

  private static boolean isAnnounce(JsonObject item) {
    return item.string("message_type").equals(Optional.of(MessageType.ANNOUNCE.toString()));
  }

  /** A damaged item is for deliver to report. */
  private static Optional<JsonObject> read(Store store, OutboxId id) {
    try {
      return store.outbox().read(id);
    } catch (NodeException e) {
      return Optional.empty();
    }
  }
}
