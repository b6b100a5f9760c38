package org.sovereignbook.sbp.base.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Payload.AckStatus;

/** Builds payloads, and checks the shape of received ones (PROTOCOL §6). */
public final class Payloads {
  private Payloads() {}

  /** Creates the payload of an {@code announce}. */
  public static JsonObject announce(IdentityDocument identity) {
    return JsonObject.builder().put("identity", identity.json()).build();
  }

  /** Creates the payload of a {@code direct}. */
  public static JsonObject direct(
      String body, Optional<ContentHash> contentRef, Optional<ContentHash> inReplyTo) {
    return JsonObject.builder()
        .put("body", body)
        .putIfPresent("content_ref", contentRef.map(ContentHash::toString))
        .putIfPresent("in_reply_to", inReplyTo.map(ContentHash::toString))
        .build();
  }

  /** Creates the payload of an {@code ack}. */
  public static JsonObject ack(ContentHash ref, AckStatus status, Optional<String> reason) {
    return JsonObject.builder()
        .put("ref", ref.toString())
        .put("status", status.toString())
        .putIfPresent("reason", reason)
        .build();
  }

  /** Reads a payload; every fault of shape is {@code invalid-payload}. */
  static Payload read(MessageType type, JsonObject payload, PublicKey sender) {
    try {
      return readTyped(type, payload, sender);
    } catch (RejectedException e) {
      throw new RejectedException(
          Code.INVALID_PAYLOAD, type + " payload: " + e.rejection().message());
    }
  }

  private static Payload readTyped(MessageType type, JsonObject payload, PublicKey sender) {
    Fields fields = new Fields(payload);
    return switch (type) {
      case ANNOUNCE -> readAnnounce(fields, sender);
      case DIRECT ->
          new Payload.Direct(
              fields.body("body", Limits.MAX_DIRECT_BODY_BYTES),
              fields.ifPresent("content_ref", fields::hash),
              fields.ifPresent("in_reply_to", fields::hash));
      case SHARE -> readShare(payload, fields);
      case PEER_LIST -> readPeerList(fields);
      case SUBSCRIBE -> new Payload.Subscribe();
      case UNSUBSCRIBE -> new Payload.Unsubscribe();
      case ACK -> readAck(fields);
      case ERROR ->
          new Payload.ErrorReport(
              fields.string("code"),
              fields.string("message"),
              fields.ifPresent("ref", fields::hash));
      case MEMORY -> new Payload.Memory(GroupMail.read(fields));
    };
  }

  private static Payload readAnnounce(Fields fields, PublicKey sender) {
    JsonObject identity = fields.object("identity");
    Fields members = new Fields(identity).ofKind(IdentityDocument.KIND);
    if (!members.publicKey("public_key").equals(sender)) {
      throw members.invalid("public_key", "is not the sender_key");
    }
    return new Payload.Announce(identity);
  }

  private static Payload readShare(JsonObject payload, Fields fields) {
    return switch (fields.string("kind")) {
      case Content.KIND -> new Payload.ShareContent(Content.read(payload));
      case Endorsement.KIND -> new Payload.ShareEndorsement(Endorsement.read(payload));
      default -> throw fields.invalid("kind", "is neither content nor endorsement");
    };
  }

  private static Payload readPeerList(Fields fields) {
    JsonArray peers = fields.array("peers");
    if (peers.values().size() > Limits.MAX_PEERS_IN_LIST) {
      throw fields.invalid("peers", "holds more than " + Limits.MAX_PEERS_IN_LIST + " peers");
    }
    List<Payload.Candidate> candidates = new ArrayList<>();
    for (JsonValue value : peers.values()) {
      if (!(value instanceof JsonObject peer)) {
        throw fields.invalid("peers", "holds more than objects");
      }
      Fields entry = new Fields(peer);
      candidates.add(
          new Payload.Candidate(
              entry.publicKey("public_key"),
              entry.endpoint("endpoint"),
              entry.ifPresent("name", n -> entry.string(n, Limits.MAX_NAME_CHARACTERS))));
    }
    return new Payload.PeerList(List.copyOf(candidates));
  }

  private static Payload readAck(Fields fields) {
    AckStatus status =
        Words.find(AckStatus.class, fields.string("status"))
            .orElseThrow(() -> fields.invalid("status", "is none of accepted, rejected, received"));
    return new Payload.Ack(fields.hash("ref"), status, fields.ifPresent("reason", fields::string));
  }
}
