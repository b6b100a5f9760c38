package org.sovereignbook.sbp.testkit.hostile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * False statements of a peer. {@link #all} has those that a node refuses on arrival; the others
 * require a node that has met the peer before.
 *
 * @param liar the peer that makes them
 * @param victim the node's key
 * @param at the true time
 */
public record Lies(HostilePeer liar, PublicKey victim, Timestamp at) {

  /**
   * Lie.
   *
   * @param code with which the node has to refuse it (PROTOCOL §5.4)
   */
  public record Lie(String name, String code, JsonObject envelope) {}

  /**
   * Returns the lies of an envelope itself.
   *
   * @param honest the peer in whose name some are made; the node need not know it
   */
  public List<Lie> all(HostilePeer honest) {
    List<Lie> lies = new ArrayList<>();
    lies.add(lie("to another node", "wrong-recipient", direct(liar.key(), at)));
    lies.add(lie("in another's name", "invalid-signature", forged(honest)));
    lies.add(lie("changed after it was signed", "invalid-signature", changed()));
    lies.add(
        lie(
            "from long ago",
            "stale-timestamp",
            direct(victim, at.plus(Limits.MAX_AGE.plusMinutes(1).negated()))));
    lies.add(
        lie(
            "from the future",
            "stale-timestamp",
            direct(victim, at.plus(Limits.MAX_FUTURE.plusMinutes(1)))));
    lies.add(lie("another's identity as its own", "invalid-payload", introducing(honest)));
    return List.copyOf(lies);
  }

  /** Creates an envelope with another's key and this peer's signature. */
  public JsonObject forged(HostilePeer honest) {
    JsonObject mine = direct(victim, at);
    return mine.with("sender_key", honest.key().toString());
  }

  /** Creates an announce of another peer's document as if it were this peer's. */
  public JsonObject introducing(HostilePeer honest) {
    return liar.envelope(MessageType.ANNOUNCE, Payloads.announce(honest.identity(at)), victim, at);
  }

  /** Creates a share of this peer's endorsement of any target, as an honest one would be. */
  public JsonObject endorsing(Endorsement.Target target) {
    return liar.envelope(MessageType.SHARE, liar.endorsement(target, at), victim, at);
  }

  /**
   * Returns the documents that a thief of the honest peer's current key signs to replace the owner:
   * a later document without the commitment to the next key, and then one under the thief's key,
   * which succeeds it. Each as the envelope that announces it.
   */
  public List<JsonObject> stolen(HostilePeer honest) {
    IdentityDocument without = honest.identity(at.plus(Duration.ofSeconds(1)));
    IdentityDocument moved =
        IdentityDocument.rotate(
            honest.keys(), liar.keys(), claims(honest), at.plus(Duration.ofSeconds(2)));
    return List.of(
        honest.envelope(MessageType.ANNOUNCE, Payloads.announce(without), victim, at),
        liar.envelope(MessageType.ANNOUNCE, Payloads.announce(moved), victim, at));
  }

  /** Creates a document of the honest peer that commits to its next key. */
  public static IdentityDocument committed(HostilePeer honest, KeyPair next, Timestamp at) {
    return IdentityDocument.create(
        honest.keys(),
        new IdentityDocument.Claims(
            honest.name(), honest.endpoint(), Optional.empty(), Optional.of(next.publicKey())),
        at);
  }

  /** Signs the honest peer's rotation to the key that it has committed to. */
  public static IdentityDocument succeeded(HostilePeer honest, KeyPair next, Timestamp at) {
    return IdentityDocument.rotate(honest.keys(), next, claims(honest), at);
  }

  private static IdentityDocument.Claims claims(HostilePeer honest) {
    return new IdentityDocument.Claims(
        honest.name(), honest.endpoint(), Optional.empty(), Optional.empty());
  }

  private JsonObject direct(PublicKey to, Timestamp time) {
    return liar.direct("believe me", to, time);
  }

  private JsonObject changed() {
    JsonObject unsigned =
        Envelope.build(
            MessageType.DIRECT,
            JsonObject.builder().put("body", "another body").build(),
            liar.key(),
            liar.endpoint(),
            victim,
            at);
    return unsigned.with("signature", direct(victim, at).get("signature").orElseThrow());
  }

  private static Lie lie(String name, String code, JsonObject envelope) {
    return new Lie(name, code, envelope);
  }
}
