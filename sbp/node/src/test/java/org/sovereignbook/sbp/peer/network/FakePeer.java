package org.sovereignbook.sbp.peer.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;

/** A peer with real keys and really signed documents, served by {@link ScriptedPeers}. */
final class FakePeer {
  static final Timestamp SIGNED = new Timestamp(TestClock.NOON.minusSeconds(3_600));

  final String name;
  final KeyPair keys;
  final Endpoint endpoint;

  /** Newest first, as PROTOCOL §4 has it. */
  final List<JsonObject> endorsements = new ArrayList<>();

  private FakePeer(String name, KeyPair keys, Endpoint endpoint) {
    this.name = name;
    this.keys = keys;
    this.endpoint = endpoint;
  }

  /** One at an endpoint where others may live, too. */
  static FakePeer at(String name, Endpoint endpoint) {
    return new FakePeer(name, TestKeys.named(name), endpoint);
  }

  static FakePeer named(String name) {
    return new FakePeer(
        name, TestKeys.named(name), Endpoint.parse("https://" + name + ".example.net"));
  }

  PublicKey key() {
    return keys.publicKey();
  }

  IdentityDocument identity() {
    return IdentityDocument.create(keys, claims(), SIGNED);
  }

  IdentityDocument.Claims claims() {
    return new IdentityDocument.Claims(name, endpoint, Optional.empty(), Optional.empty());
  }

  FakePeer endorses(FakePeer other) {
    endorsements.addFirst(endorsementOf(other.key(), Optional.of(other.endpoint)));
    return this;
  }

  JsonObject endorsementOf(PublicKey target, Optional<Endpoint> at) {
    return endorsementOf(new Endorsement.Target.OfIdentity(target), at, SIGNED);
  }

  JsonObject endorsementOf(Endorsement.Target target, Optional<Endpoint> at, Timestamp when) {
    return Signing.sign(
        Endorsement.build(key(), endpoint, target, at, Optional.empty(), when),
        keys,
        "endorser_key");
  }
}
