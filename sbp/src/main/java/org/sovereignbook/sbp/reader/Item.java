package org.sovereignbook.sbp.reader;

import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;

/** A message that needs judgment: one item of the digest (IMPLEMENTATION §3.3). */
record Item(ReceivedEnvelope received, Person sender, Subject subject) {

  /** How the reader is told of somebody. */
  record Person(PublicKey key, String name, TrustState trust) {}

  /** What a message is about. */
  sealed interface Subject {

    /** Somebody presents itself. */
    record Announcement(Checked<IdentityDocument> identity, boolean alreadyKnown)
        implements Subject {}

    /** A piece of content. */
    record SharedContent(Content content, Person author, boolean repliesToOwn) implements Subject {}

    /** An endorsement of this node or of its content. */
    record SharedEndorsement(Endorsement endorsement, Person endorser) implements Subject {}

    /** A message to this node alone. */
    record DirectMessage(Payload.Direct direct, boolean replyNotification) implements Subject {}

    /** A wish to follow this node. */
    record SubscribeRequest(boolean atCapacity) implements Subject {}

    /** A wish to follow it no more. */
    record UnsubscribeRequest() implements Subject {}
  }

  InboxId id() {
    return received.id();
  }

  ContentHash envelopeHash() {
    return received.envelope().hash();
  }

  /** Where the sender says it is. */
  Endpoint senderEndpoint() {
    return received.envelope().senderEndpoint();
  }

  /** Who made what the message carries: an author, an endorser, or else the sender. */
  PublicKey makerKey() {
    return switch (subject) {
      case Subject.SharedContent shared -> shared.content().authorKey();
      case Subject.SharedEndorsement shared -> shared.endorsement().endorserKey();
      default -> sender.key();
    };
  }

  /** The hashes that a decision on this item may name. */
  Set<ContentHash> ownHashes() {
    return switch (subject) {
      case Subject.SharedContent shared -> Set.of(shared.content().hash());
      case Subject.SharedEndorsement shared -> Set.of(shared.endorsement().hash());
      case Subject.DirectMessage message ->
          message.direct().contentRef().map(Set::of).orElse(Set.of());
      default -> Set.of();
    };
  }

  /** The announced identity document, if it is valid. */
  Optional<IdentityDocument> announced() {
    return subject instanceof Subject.Announcement announcement
        ? announcement.identity().toOptional()
        : Optional.empty();
  }

  /** Whether the sender presented an identity document that does not hold. */
  boolean hasInvalidIdentity() {
    return subject instanceof Subject.Announcement announcement
        && !announcement.identity().isValid();
  }
}
