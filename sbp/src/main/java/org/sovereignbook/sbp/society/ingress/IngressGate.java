package org.sovereignbook.sbp.society.ingress;

import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.ReaderContext;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;

/**
 * A gate that makes an event of each envelope that all other gates have passed, and passes it on to
 * the reader in every case. Does nothing in a node without a society.
 *
 * @param society opened at the first envelope
 */
public record IngressGate(Supplier<Optional<Ledger>> society) implements Gate {

  @Override
  public Result judge(ReceivedEnvelope received, ReaderContext context) {
    society
        .get()
        .ifPresent(
            ledger -> {
              try {
                ledger.run(tx -> Ingress.arrived(tx, incoming(received, context)));
              } catch (SecretException e) {
                // The envelope holds a key of this node, so it is not stored as an event.
              }
            });
    return Gate.pass();
  }

  private static Incoming incoming(ReceivedEnvelope received, ReaderContext context) {
    String hash = received.envelope().hash().toString();
    JsonObject json = received.envelope().json();
    boolean isText = received.payload() instanceof Payload.Direct;
    return new Incoming(
        "envelope:" + hash,
        "envelope.received",
        Principal.peer(received.sender()),
        "envelope",
        new Subject("envelope", hash),
        received.payload() instanceof Payload.Direct direct
            ? Optional.of(direct.body())
            : json.object("payload").map(JsonWriter::compact),
        isText ? "text" : "json",
        JsonObject.builder()
            .put("event_type", json.string("message_type").orElse(""))
            .put("sender_id", received.sender().toString())
            .put("peer_id", received.sender().toString())
            .put("peer_kind", "dm")
            .put("trust", context.trust(received.sender()).toString())
            .putIfPresent(
                "reply_to_id",
                received.payload() instanceof Payload.Direct(_, _, var inReplyTo)
                    ? inReplyTo.map(ContentHash::toString)
                    : Optional.empty())
            .build());
  }
}
