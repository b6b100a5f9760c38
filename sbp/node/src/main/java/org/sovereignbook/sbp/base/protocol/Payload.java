package org.sovereignbook.sbp.base.protocol;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Payload of an envelope, shape-checked (PROTOCOL §6). Signatures of embedded objects are not
 * verified here: a receiver does that with {@link Content#validate}, {@link Endorsement#validate}
 * and {@link IdentityDocument#validate}.
 */
public sealed interface Payload {

  /** A node presents itself; the document's {@code public_key} is the sender's. */
  record Announce(JsonObject identity) implements Payload {}

  /** A message to one peer. */
  record Direct(String body, Optional<ContentHash> contentRef, Optional<ContentHash> inReplyTo)
      implements Payload {}

  /** A piece of content; its author need not be the sender. */
  record ShareContent(Content content) implements Payload {}

  /** An endorsement; its endorser need not be the sender. */
  record ShareEndorsement(Endorsement endorsement) implements Payload {}

  /** Peers that the sender recommends for discovery. */
  record PeerList(List<Candidate> peers) implements Payload {}

  /** Recommended peer. */
  record Candidate(PublicKey publicKey, Endpoint endpoint, Optional<String> name) {}

  /** The sender wants our content. */
  record Subscribe() implements Payload {}

  /** The sender no longer wants our content. */
  record Unsubscribe() implements Payload {}

  /** An answer to a message of ours. */
  record Ack(ContentHash ref, AckStatus status, Optional<String> reason) implements Payload {}

  /** A complaint; never answered. */
  record ErrorReport(String code, String message, Optional<ContentHash> ref) implements Payload {}

  /** A part of a group that members of several nodes share. */
  record Memory(GroupMail mail) implements Payload {}

  /** The statuses of an acknowledgement. */
  enum AckStatus {
    ACCEPTED,
    REJECTED,
    RECEIVED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }
}
