package org.sovereignbook.sbp.peer.network;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/** The announces in the outbox: those that wait, and those that could not be delivered. */
final class NetworkOutbox {
  private NetworkOutbox() {}

  /** At most one waits for a peer: the next takes its place. */
  static Change announce(IdentityDocument identity, Peer peer) {
    return Outbox.put(
        SubscriptionRequest.id(MessageType.ANNOUNCE, peer.publicKey()),
        OutboxItems.envelope(MessageType.ANNOUNCE, Payloads.announce(identity), peer));
  }

  /** Returns all waiting announces, by recipient. */
  static Map<PublicKey, Outbox.Item> waitingAnnounces(Store store) {
    Map<PublicKey, Outbox.Item> waiting = new HashMap<>();
    for (OutboxId id : store.outbox().pending()) {
      if (id.kind() != OutboxKind.CONTENT) {
        read(() -> store.outbox().read(id))
            .filter(json -> isAnnounce(json))
            .ifPresent(
                json ->
                    OutboxItems.recipient(json)
                        .ifPresent(key -> waiting.put(key, new Outbox.Item(id, json))));
      }
    }
    return waiting;
  }

  /**
   * When the last announce for a peer came to {@code outbox/failed/}.
   *
   * @param refused whether those count, too, that the peer refused; else those given up as it could
   *     not be reached
   */
  static Map<PublicKey, Timestamp> failedAnnounces(Store store, boolean refused) {
    Map<PublicKey, Timestamp> failed = new HashMap<>();
    for (String name : store.outbox().failed()) {
      read(() -> store.outbox().readFailed(name))
          .filter(json -> isAnnounce(json))
          .filter(json -> refused || json.has(OutboxItems.FAILING_SINCE))
          .ifPresent(
              json ->
                  OutboxItems.recipient(json)
                      .ifPresent(
                          key ->
                              json.parsed(OutboxItems.FAILED_AT, Timestamp::parse)
                                  .ifPresent(
                                      at ->
                                          failed.merge(key, at, (x, y) -> x.isAfter(y) ? x : y))));
    }
    return failed;
  }

  /** The waiting announce with this document instead of an earlier one; empty if it is the same. */
  static Optional<Change> refreshed(Outbox.Item announce, IdentityDocument identity) {
    JsonObject payload = Payloads.announce(identity);
    return announce.json().object("payload").equals(Optional.of(payload))
        ? Optional.empty()
        : Optional.of(Outbox.put(announce.id(), announce.json().with("payload", payload)));
  }

  private static boolean isAnnounce(JsonObject item) {
    return item.string("message_type").equals(Optional.of(MessageType.ANNOUNCE.toString()));
  }

  /** A damaged item is for deliver to report. */
  private static Optional<JsonObject> read(Supplier<Optional<JsonObject>> item) {
    try {
      return item.get();
    } catch (NodeException e) {
      return Optional.empty();
    }
  }
}
