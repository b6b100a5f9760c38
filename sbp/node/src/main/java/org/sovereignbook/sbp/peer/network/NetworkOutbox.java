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

  /** Returns the change that queues an announce, in the place of a waiting one for this peer. */
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
   * Returns when the last announce for each peer came to {@code outbox/failed/}.
   *
   * @param refused whether to include those that the peer refused; else only those given up because
   *     it could not be reached
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

  /**
   * Returns the change that puts this document into a waiting announce; empty if it has it already.
   */
  static Optional<Change> refreshed(Outbox.Item announce, IdentityDocument identity) {
    JsonObject payload = Payloads.announce(identity);
    return announce.json().object("payload").equals(Optional.of(payload))
        ? Optional.empty()
        : Optional.of(Outbox.put(announce.id(), announce.json().with("payload", payload)));
  }

  private static boolean isAnnounce(JsonObject item) {
    return item.string("message_type").equals(Optional.of(MessageType.ANNOUNCE.toString()));
  }

  /** Reads an item; a damaged one counts as missing, and deliver reports it. */
  private static Optional<JsonObject> read(Supplier<Optional<JsonObject>> item) {
    try {
      return item.get();
    } catch (NodeException e) {
      return Optional.empty();
    }
  }
}
