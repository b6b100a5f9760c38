package org.sovereignbook.sbp.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Row of {@code peers.md} (CHOICES 1, 2).
 *
 * @param subscribed we follow this peer
 * @param subscriber this peer follows us
 * @param lastContact last verified message from the peer, or 2xx from it (CHOICES 18)
 * @param lastContent last time that the peer's content arrived
 * @param knownBy how it came to be known, where that is recorded
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
    String notes,
    Optional<KnownBy> knownBy) {

  /** Note of a peer whose name in the table is the owner's choice. */
  private static final String NAMED_BY_OWNER = "named by the operator";

  /** A host that is never there (RFC 6761). */
  public static final Endpoint NOWHERE = Endpoint.parse("https://nowhere.invalid");

  /** Creates a peer met just now, with no flags. */
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
        "",
        Optional.empty());
  }

  /** Returns whether the peer gets this node's publications and shares (CHOICES 1). */
  public boolean isFollower() {
    return subscriber && trust != TrustState.BLOCKED;
  }

  /**
   * Returns whether we chose it, the operator wrote a note on it, or trusted peers chose it.
   * Becoming known takes no more than a message, so every other peer is a stranger.
   */
  public boolean isClose() {
    return subscribed || trust.isEndorsedOrTrusted() || !notes.isBlank();
  }

  /**
   * Returns the trust by which agents, mail and tasks are judged. To be known takes no more than a
   * message, so a known peer counts as unknown until the owner or the reader decides otherwise.
   */
  public TrustState decidedTrust() {
    boolean isDecided = isClose() || knownBy.filter(KnownBy::isDecision).isPresent();
    return trust == TrustState.KNOWN && !isDecided ? TrustState.UNKNOWN : trust;
  }

  /** Returns a new peer by its key, and perhaps an identity document. */
  public static Peer met(Optional<IdentityDocument> identity, PublicKey key, Timestamp now) {
    String name = identity.map(IdentityDocument::name).orElse(Fingerprint.of(key).toString());
    Endpoint endpoint = identity.map(IdentityDocument::endpoint).orElse(NOWHERE);
    return met(name, key, endpoint, TrustState.UNKNOWN, now);
  }

  /** Returns whether the name is the owner's choice, which no claim of the peer replaces. */
  public boolean isNamedByOwner() {
    return notes.contains(NAMED_BY_OWNER);
  }

  /** Returns the peer with a name that the owner gave it. */
  public Peer namedByOwner(String newName) {
    String note = notes.isBlank() ? NAMED_BY_OWNER : notes + "; " + NAMED_BY_OWNER;
    return withName(newName).withNotes(isNamedByOwner() ? notes : note);
  }

  public Peer withName(String newName) {
    return with(PeerCells.NAME, newName);
  }

  public Peer withPublicKey(PublicKey newKey) {
    return with(PeerCells.PUBLIC_KEY, newKey);
  }

  public Peer withEndpoint(Endpoint newEndpoint) {
    return with(PeerCells.ENDPOINT, newEndpoint);
  }

  public Peer withTrust(TrustState newTrust) {
    return with(PeerCells.TRUST, newTrust);
  }

  public Peer withSubscribed(boolean weFollow) {
    return with(PeerCells.SUBSCRIBED, weFollow);
  }

  public Peer withSubscriber(boolean followsUs) {
    return with(PeerCells.SUBSCRIBER, followsUs);
  }

  public Peer withNotes(String newNotes) {
    return with(PeerCells.NOTES, newNotes);
  }

  public Peer withKnownBy(KnownBy how) {
    return with(PeerCells.KNOWN_BY, how);
  }

  /** Returns the row without a reason for being known, so that only the trust remains. */
  public Peer withoutDecision() {
    return with(PeerCells.KNOWN_BY, "");
  }

  /** Returns a copy with a contact at this time; times in the table never go back (CHOICES 18). */
  public Peer contactedAt(Timestamp at) {
    return later(PeerCells.LAST_CONTACT, lastContact, at);
  }

  /** Works like {@link #contactedAt}, for content of the peer. */
  public Peer sentContentAt(Timestamp at) {
    return later(PeerCells.LAST_CONTENT, lastContent, at);
  }

  /** Returns the rows that name a time that is yet to come, with that time as now. */
  public static List<Peer> judged(List<Peer> peers, Timestamp now) {
    return peers.stream()
        .map(peer -> Map.entry(peer, peer.judged(now)))
        .filter(one -> !one.getKey().equals(one.getValue()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private Peer judged(Timestamp now) {
    return judged(PeerCells.FIRST_SEEN, firstSeen, now)
        .judged(PeerCells.LAST_CONTACT, lastContact, now)
        .judged(PeerCells.LAST_CONTENT, lastContent, now);
  }

  private Peer judged(String column, Optional<Timestamp> at, Timestamp now) {
    boolean isWrong = at.filter(one -> TimeJudge.isBeyond(one, Duration.ZERO, now)).isPresent();
    return isWrong ? with(column, now) : this;
  }

  private Peer later(String column, Optional<Timestamp> known, Timestamp at) {
    return known.filter(time -> !time.isBefore(at)).isPresent() ? this : with(column, at);
  }

  /** Returns a copy of the row with another cell. */
  private Peer with(String column, Object value) {
    Map<String, String> cells = PeerCells.of(this);
    cells.put(column, value.toString());
    return PeerCells.toPeer(cells);
  }
}
