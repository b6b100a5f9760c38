package org.sovereignbook.sbp.society.ingress;

import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.ReaderContext;
import org.sovereignbook.sbp.peer.reader.ReaderSettings;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.Routes;
import org.sovereignbook.sbp.society.sessions.SessionInput;

/**
 * A gate that makes an event of each envelope that all other gates have passed, and passes it on to
 * the reader, unless a session answers it. Does nothing in a node without a society.
 *
 * @param society opened at the first envelope
 */
public record IngressGate(Supplier<Optional<Ledger>> society) implements Gate {
  static final String CHANNEL = "envelope";

  @Override
  public Result judge(ReceivedEnvelope received, ReaderContext context) {
    society
        .get()
        .ifPresent(
            ledger -> {
              try {
                boolean isTaken =
                    ledger.write(
                        tx -> {
                          boolean isNew = Ingress.arrived(tx, incoming(received, context));
                          return isForSession(tx, received, context, isNew);
                        });
                if (isTaken) {
                  context.takesBySession(received);
                }
              } catch (SecretException e) {
                // The envelope holds a key of this node, so it is not stored as an event.
              }
            });
    return Gate.pass();
  }

  /**
   * Routes an allowed personal message to the session that a policy or the operator's settings name
   * for its sender. Returns whether a session has it.
   */
  private static boolean isForSession(
      Transaction tx, ReceivedEnvelope received, ReaderContext context, boolean isNew) {
    if (!(received.payload() instanceof Payload.Direct direct)) {
      return false;
    }
    Routes routes = new Routes(tx);
    String id = id(received);
    Optional<StoredEvent> event = isNew ? tx.event(id) : Optional.empty();
    Optional<Authority> by =
        event.filter(one -> !Ingress.isDenied(one)).flatMap(one -> tx.authority(one.authority()));
    Optional<String> label = by.flatMap(sender -> label(tx, sender, received, context));
    if (label.isPresent()) {
      return routes
          .message(
              id,
              new MessageQueue.Posted(
                  label.get(),
                  SessionInput.Source.PEER,
                  direct.body(),
                  Optional.empty(),
                  Optional.empty(),
                  CHANNEL,
                  Routes.replyTo(received.sender(), received.envelope().senderEndpoint()),
                  by.get()),
              Routes.smart(by.get()))
          .isPresent();
    }
    return routes.isRouted(id);
  }

  private static Optional<String> label(
      Transaction tx, Authority sender, ReceivedEnvelope received, ReaderContext context) {
    Optional<String> named = Access.session(sender);
    boolean isChosen =
        ReaderSettings.hasSession(
            tx.config(), received.sender(), context.decidedTrust(received.sender()));
    return named.isPresent() || !isChosen
        ? named
        : Optional.of(Routes.ofPeer(tx.config(), CHANNEL, received.sender().toString()));
  }

  private static String id(ReceivedEnvelope received) {
    return "envelope:" + received.envelope().hash();
  }

  private static Incoming incoming(ReceivedEnvelope received, ReaderContext context) {
    String hash = received.envelope().hash().toString();
    JsonObject json = received.envelope().json();
    boolean isText = received.payload() instanceof Payload.Direct;
    return new Incoming(
        id(received),
        "envelope.received",
        Principal.peer(received.sender()),
        CHANNEL,
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
