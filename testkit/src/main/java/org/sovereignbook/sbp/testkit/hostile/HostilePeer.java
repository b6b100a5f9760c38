package org.sovereignbook.sbp.testkit.hostile;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Peer with a key and an endpoint that signs anything on request. An honest peer of a test is one,
 * too: only its actions differ.
 *
 * @param endpoint the endpoint by its own statement
 */
public record HostilePeer(KeyPair keys, String name, Endpoint endpoint) {

  /** Returns the peer of this number, always the same for the same seed. */
  public static HostilePeer of(long seed, int number, Endpoint endpoint) {
    byte[] name = ("hostile peer " + seed + " " + number).getBytes(StandardCharsets.UTF_8);
    byte[] secret = HexFormat.of().parseHex(ContentHash.ofBytes(name).hex());
    return new HostilePeer(KeyPair.of(PrivateKey.of(secret)), "Peer " + number, endpoint);
  }

  /** Returns peers 0 to {@code count - 1} of a seed; a thousand take less than a second. */
  public static List<HostilePeer> several(long seed, int count, Endpoint endpoint) {
    return IntStream.range(0, count).mapToObj(i -> of(seed, i, endpoint)).toList();
  }

  public PublicKey key() {
    return keys.publicKey();
  }

  /** Returns a copy with another name. */
  public HostilePeer named(String other) {
    return new HostilePeer(keys, other, endpoint);
  }

  /** Returns a copy at another endpoint. */
  public HostilePeer at(Endpoint other) {
    return new HostilePeer(keys, name, other);
  }

  /** Creates a signed envelope of this peer. */
  public JsonObject envelope(MessageType type, JsonObject payload, PublicKey to, Timestamp at) {
    return Envelope.sign(Envelope.build(type, payload, key(), endpoint, to, at), keys);
  }

  /** Creates a signed {@code direct} with nothing but a body. */
  public JsonObject direct(String body, PublicKey to, Timestamp at) {
    return envelope(MessageType.DIRECT, JsonObject.builder().put("body", body).build(), to, at);
  }

  /** Creates its document, without a commitment to a next key. */
  public IdentityDocument identity(Timestamp createdAt) {
    return IdentityDocument.create(
        keys,
        new IdentityDocument.Claims(name, endpoint, Optional.empty(), Optional.empty()),
        createdAt);
  }

  /** Creates a signed endorsement. */
  public JsonObject endorsement(Endorsement.Target target, Timestamp createdAt) {
    return Endorsement.sign(
        Endorsement.build(key(), endpoint, target, Optional.empty(), Optional.empty(), createdAt),
        keys);
  }

  /** Returns an object as it goes over the wire. */
  public static byte[] bytes(JsonObject object) {
    return JsonWriter.compact(object).getBytes(StandardCharsets.UTF_8);
  }
}
