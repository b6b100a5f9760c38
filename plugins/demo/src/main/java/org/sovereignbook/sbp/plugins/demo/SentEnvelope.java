package org.sovereignbook.sbp.plugins.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.OutboxItems;

/**
 * One delivered envelope in a node's {@code sent/}. Signatures are deterministic, so its hash
 * follows from the archived payload, recipient and time.
 *
 * @param hash empty when the archive has no time of sending
 */
record SentEnvelope(String item, PublicKey recipient, Optional<ContentHash> hash) {

  /** Returns all delivered envelopes, in the order of the archive. */
  static List<SentEnvelope> of(DemoNode node) {
    List<SentEnvelope> sent = new ArrayList<>();
    Archive archive = node.store().archive();
    for (Archive.SentId id : archive.sent()) {
      archive.readSent(id).ifPresent(item -> sent.addAll(of(node, id.name() + ".json", item)));
    }
    return List.copyOf(sent);
  }

  private static List<SentEnvelope> of(DemoNode node, String name, JsonObject item) {
    Optional<JsonObject> states = item.object("_recipients");
    if (states.isEmpty()) {
      return OutboxItems.recipient(item)
          .map(to -> of(node, name, item, to, item.string("_timestamp")))
          .stream()
          .toList();
    }
    List<SentEnvelope> sent = new ArrayList<>();
    for (String key : states.get().members().keySet()) {
      JsonObject state = states.get().object(key).orElse(JsonObject.empty());
      sent.add(of(node, name, item, PublicKey.parse(key), state.string("timestamp")));
    }
    return sent;
  }

  private static SentEnvelope of(
      DemoNode node, String name, JsonObject item, PublicKey to, Optional<String> timestamp) {
    Optional<ContentHash> hash =
        timestamp.map(time -> ContentHash.of(envelope(node, item, to, Timestamp.parse(time))));
    return new SentEnvelope(name, to, hash);
  }

  private static JsonObject envelope(
      DemoNode node, JsonObject item, PublicKey to, Timestamp timestamp) {
    KeyPair keys = node.node().keys();
    IdentityDocument identity = node.node().identity();
    MessageType type =
        item.string("message_type").flatMap(MessageType::parse).orElse(MessageType.SHARE);
    JsonObject payload =
        switch (type) {
          case SHARE -> OutboxItems.withoutMetadata(item);
          case ANNOUNCE -> Payloads.announce(identity);
          default -> item.object("payload").orElse(JsonObject.empty());
        };
    return Envelope.sign(
        Envelope.build(type, payload, keys.publicKey(), identity.endpoint(), to, timestamp), keys);
  }
}
