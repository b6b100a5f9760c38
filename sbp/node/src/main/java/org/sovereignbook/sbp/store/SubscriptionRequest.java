package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;

/**
 * Our wish to follow a peer, for as long as {@code peers.md} does not say that we do: {@code
 * subscribed} there means that the peer has agreed. Delivery, the reader and network each change
 * it, a peer at a time. It ends when the peer agrees or the message is given up; what the peer
 * turned down is remembered, so that it is not asked again and again.
 *
 * @param at when it became so
 */
public record SubscriptionRequest(State state, Timestamp at) {
  /** {@code operational/subscription-requests.json}: key → {@code {"state":…, "at":…}}. */
  public static final Keyed REQUESTS =
      Collection.keyed("subscription-requests")
          .keys(PeerIdentities.KEYS)
          .at(new Layout(Layout.Form.MEMBERS, "operational/subscription-requests.json"));

  /** State of a request. */
  public enum State {
    /** A subscribe waits in the outbox, or was sent and not answered yet. */
    REQUESTED,
    /** The peer does not want us to follow it. */
    REJECTED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns all requests, without unreadable ones, which are made again. */
  public static Map<PublicKey, SubscriptionRequest> all(Store store) {
    Map<PublicKey, SubscriptionRequest> all = new TreeMap<>();
    store
        .entries(REQUESTS)
        .forEach((key, bytes) -> read(bytes).ifPresent(one -> all.put(PublicKey.parse(key), one)));
    return all;
  }

  public static Optional<SubscriptionRequest> of(Store store, PublicKey peer) {
    return store.read(REQUESTS, peer.toString()).flatMap(SubscriptionRequest::read);
  }

  /** Asks the peer for everything that it writes; what waited to end following it goes. */
  public static List<Change> ask(Peer peer, Timestamp now) {
    return List.of(
        put(MessageType.SUBSCRIBE, peer),
        Outbox.remove(id(MessageType.UNSUBSCRIBE, peer.publicKey())),
        requested(peer.publicKey(), now));
  }

  /** Notifies the peer that we no longer follow it, and removes a waiting request to it. */
  public static List<Change> end(Store store, Peer peer) {
    List<Change> changes = new ArrayList<>(forget(store, peer.publicKey()));
    changes.add(put(MessageType.UNSUBSCRIBE, peer));
    changes.add(Outbox.remove(id(MessageType.SUBSCRIBE, peer.publicKey())));
    return List.copyOf(changes);
  }

  /** Returns the change that records a waiting subscribe. */
  public static Change requested(PublicKey peer, Timestamp now) {
    return is(State.REQUESTED, peer, now);
  }

  /** Returns the change that records the peer's refusal. */
  public static Change rejected(PublicKey peer, Timestamp now) {
    return is(State.REJECTED, peer, now);
  }

  /** Returns the changes that forget a request after an agreement or a failure. */
  public static List<Change> forget(Store store, PublicKey peer) {
    return store.read(REQUESTS, peer.toString()).isPresent()
        ? List.of(REQUESTS.delete(peer.toString()))
        : List.of();
  }

  /**
   * Returns the id in the outbox of the one subscribe, or unsubscribe, that may wait for a peer.
   */
  public static OutboxId id(MessageType type, PublicKey peer) {
    String fingerprint = Fingerprint.of(peer).toString();
    return new OutboxId(
        OutboxKind.NETWORK, type + "-" + fingerprint.substring(fingerprint.indexOf(':') + 1));
  }

  /** Returns whether the peer was asked and no answer or failure has been recorded yet. */
  public static boolean isRequested(Store store, PublicKey peer) {
    return of(store, peer).filter(SubscriptionRequest::isRequested).isPresent();
  }

  public boolean isRequested() {
    return state == State.REQUESTED;
  }

  /** Returns the change that sets the time of the state. */
  public Change now(PublicKey peer, Timestamp now) {
    return is(state, peer, now);
  }

  private static Change is(State state, PublicKey peer, Timestamp now) {
    return REQUESTS.put(peer.toString(), Shape.write(new SubscriptionRequest(state, now)));
  }

  private static Change put(MessageType type, Peer peer) {
    return Outbox.put(
        id(type, peer.publicKey()), OutboxItems.envelope(type, JsonObject.empty(), peer));
  }

  private static Optional<SubscriptionRequest> read(byte[] bytes) {
    try {
      JsonObject json = Node.jsonObject(REQUESTS.name(), bytes);
      return Optional.of(Shape.of(SubscriptionRequest.class).read(json));
    } catch (NodeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
