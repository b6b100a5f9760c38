package org.sovereignbook.sbp.peer.reader;

import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.store.InboxId;

/**
 * A message that was shown to the reader and may be decided on (IMPLEMENTATION §3.3).
 *
 * @param sender the key that its sender has now, if it was rotated since the message was written
 * @param identity what an announce presents, checked
 * @param content the piece that is shared, or that a direct message points to
 */
record Item(
    ReceivedEnvelope received,
    PublicKey sender,
    Optional<Checked<IdentityDocument>> identity,
    Optional<Content> content) {

  InboxId id() {
    return received.id();
  }

  Payload payload() {
    return received.payload();
  }

  ContentHash envelopeHash() {
    return received.envelope().hash();
  }

  /** Returns the sender's endpoint, by the sender's own statement. */
  Endpoint senderEndpoint() {
    return received.envelope().senderEndpoint();
  }

  /** Returns the maker of the message's object: an author, an endorser, or else the sender. */
  PublicKey makerKey() {
    return switch (payload()) {
      case Payload.ShareContent(Content content) -> content.authorKey();
      case Payload.ShareEndorsement(Endorsement endorsement) -> endorsement.endorserKey();
      default -> sender();
    };
  }

  /** Returns the hashes that a decision on this item may name. */
  Set<ContentHash> ownHashes() {
    return switch (payload()) {
      case Payload.ShareContent(Content content) -> Set.of(content.hash());
      case Payload.ShareEndorsement(Endorsement endorsement) -> Set.of(endorsement.hash());
      case Payload.Direct direct -> direct.contentRef().map(Set::of).orElse(Set.of());
      default -> Set.of();
    };
  }

  /** Returns the announced identity document, if it is valid. */
  Optional<IdentityDocument> announced() {
    return identity.flatMap(Checked::toOptional);
  }

  /** Returns whether the sender presented an invalid identity document. */
  boolean hasInvalidIdentity() {
    return identity.filter(checked -> !checked.isValid()).isPresent();
  }
}
