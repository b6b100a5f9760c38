package org.sovereignbook.sbp.peer.delivery;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Events that deliver writes to {@code ops-log.md}. Reasons passed to these methods must be safe to
 * print already.
 */
final class DeliveryEvents {
  private DeliveryEvents() {}

  static Event recipient(DeliveryResult.Recipient one, PeerTable peers, Timestamp now) {
    String what =
        one.outcome() + " " + one.item() + " to " + name(one.recipientKey(), one.endpoint(), peers);
    String text = what + one.reason().map(reason -> ": " + reason).orElse("");
    Event event =
        event(one.outcome().toString(), text, now)
            .about("item", one.item())
            .about("peer", one.recipientKey());
    return one.outcome() == DeliveryResult.Outcome.FAILED ? event.asError() : event;
  }

  static Event withoutSubscribers(OutboxId item, Timestamp now) {
    return event("without-subscribers", item + " has no subscribers; archived", now)
        .about("item", item);
  }

  static Event offline(Timestamp now) {
    return event(
        "offline", "nobody can be reached: this machine seems to be offline; nothing counts", now);
  }

  /** Creates the event of a recipient with a new key. */
  static Event successor(
      Poster.Post post, IdentityDocument document, Optional<Rejection> refused, Timestamp now) {
    String who = PeerText.quote(document.name()) + " at " + post.endpoint();
    String text =
        refused
            .map(why -> "refused the new key of %s: %s".formatted(who, why))
            .orElseGet(
                () ->
                    "key rotation: %s moved from %s to %s"
                        .formatted(who, post.recipient(), document.publicKey()));
    Event event =
        event(refused.isPresent() ? "rotation-refused" : "rotated", text, now)
            .about("peer", document.publicKey());
    return refused.isPresent() ? event.asError() : event;
  }

  /**
   * Creates the event of another identity at the endpoint, which may be the peer after several
   * rotations or a stranger.
   */
  static Event stranger(Poster.Post post, IdentityDocument document, Timestamp now) {
    String text =
        ("%s has the key %s now, to which the one we know, %s, does not lead;"
                + " if it is the same peer: sbp follow %s")
            .formatted(
                post.endpoint(), document.publicKey(), post.recipient(), document.endpoint());
    return event("unknown-successor", text, now).about("peer", post.recipient()).asError();
  }

  static Event unseated(Peer peer, Timestamp now) {
    String text =
        "%s follows us no more: nothing reaches it at %s; it may ask again"
            .formatted(PeerText.quote(peer.name()), peer.endpoint());
    return aboutSeat("unseated", peer, text, now);
  }

  static Event seated(Peer peer, Timestamp now) {
    String text = PeerText.quote(peer.name()) + " was heard of again, and follows us as before";
    return aboutSeat("seated", peer, text, now);
  }

  private static Event aboutSeat(String kind, Peer peer, String text, Timestamp now) {
    return event(kind, text, now).about("peer", peer.publicKey()).in(LogFile.OPS, LogFile.SESSION);
  }

  static Event setAside(OutboxId item, String why, Timestamp now) {
    String text = "set aside " + item + " in outbox/failed: " + PeerText.plain(why);
    return event("set-aside", text, now).about("item", item).asError();
  }

  static Event unreadablePeer(PeerTable.RowProblem problem, Timestamp now) {
    String text = "peers.md, left out of delivery: " + PeerText.plain(problem.toString());
    return event("unreadable-peer", text, now).asError();
  }

  static Event removed(String name, Timestamp now) {
    return event("removed", "removed failed/" + name + ": too old", now).about("failed", name);
  }

  private static String name(PublicKey key, Optional<Endpoint> endpoint, PeerTable peers) {
    String peer =
        peers.find(key).map(Peer::name).map(PeerText::quote).orElseGet(() -> "stranger " + key);
    return peer + endpoint.map(at -> " at " + PeerText.plain(at.toString())).orElse("");
  }

  private static Event event(String kind, String text, Timestamp now) {
    return Event.of(Component.DELIVERY.name(), kind, now, text);
  }
}
