package org.sovereignbook.sbp.store;

import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;

/**
 * One row of {@code peers.md} (CHOICES 1, 2).
 *
 * @param subscribed we follow this peer
 * @param subscriber this peer follows us
 * @param lastContact last verified message from the peer, or 2xx from it (CHOICES 18)
 * @param lastContent last time that the peer's content arrived
 */
public record Peer(
    String name,
    PublicKey publicKey,
    Endpoint endpoint,
    TrustState trust,
    boolean subscribed,
    boolean subscriber,
    Optional<Timestamp> firstSeen,
    Optional<Timestamp> lastContact,
    Optional<Timestamp> lastContent,
    String notes) {

  /** A peer met just now, with no flags. */
  public static Peer met(
      String name, PublicKey publicKey, Endpoint endpoint, TrustState trust, Timestamp now) {
    return new Peer(
        name,
        publicKey,
        endpoint,
        trust,
        false,
        false,
        Optional.of(now),
        Optional.empty(),
        Optional.empty(),
        "");
  }

  /** Whether what this node publishes and shares goes to the peer (CHOICES 1). */
  public boolean isFollower() {
    return subscriber && trust != TrustState.BLOCKED;
  }

  public Peer withName(String newName) {
    return copy(newName, publicKey, endpoint, trust, subscribed, subscriber);
  }

  public Peer withPublicKey(PublicKey newKey) {
    return copy(name, newKey, endpoint, trust, subscribed, subscriber);
  }

  public Peer withEndpoint(Endpoint newEndpoint) {
    return copy(name, publicKey, newEndpoint, trust, subscribed, subscriber);
  }

  public Peer withTrust(TrustState newTrust) {
    return copy(name, publicKey, endpoint, newTrust, subscribed, subscriber);
  }

  public Peer withSubscribed(boolean weFollow) {
    return copy(name, publicKey, endpoint, trust, weFollow, subscriber);
  }

  public Peer withSubscriber(boolean followsUs) {
    return copy(name, publicKey, endpoint, trust, subscribed, followsUs);
  }

  public Peer withLastContact(Timestamp at) {
    return times(Optional.of(at), lastContent, notes);
  }

  public Peer withLastContent(Timestamp at) {
    return times(lastContact, Optional.of(at), notes);
  }

  /** Heard of at this time; times in the table never go back (CHOICES 18). */
  public Peer contactedAt(Timestamp at) {
    return lastContact.filter(known -> !known.isBefore(at)).isPresent()
        ? this
        : withLastContact(at);
  }

  /** As {@link #contactedAt}, for content of the peer. */
  public Peer sentContentAt(Timestamp at) {
    return lastContent.filter(known -> !known.isBefore(at)).isPresent()
        ? this
        : withLastContent(at);
  }

  public Peer withNotes(String newNotes) {
    return times(lastContact, lastContent, newNotes);
  }

  private Peer copy(
      String newName,
      PublicKey newKey,
      Endpoint newEndpoint,
      TrustState newTrust,
      boolean weFollow,
      boolean followsUs) {
    return new Peer(
        newName,
        newKey,
        newEndpoint,
        newTrust,
        weFollow,
        followsUs,
        firstSeen,
        lastContact,
        lastContent,
        notes);
  }

  private Peer times(Optional<Timestamp> contact, Optional<Timestamp> content, String newNotes) {
    return new Peer(
        name,
        publicKey,
        endpoint,
        trust,
        subscribed,
        subscriber,
        firstSeen,
        contact,
        content,
        newNotes);
  }
}
