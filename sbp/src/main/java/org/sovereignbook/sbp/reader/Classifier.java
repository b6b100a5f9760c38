package org.sovereignbook.sbp.reader;

import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Code;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Rejection;

/**
 * Turns a valid message into an item for the reader, or finds that it needs no judgment
 * (IMPLEMENTATION §3.3, reader-preprocess 3e and 3f). Decides and changes nothing; embedded
 * signatures are verified by {@link ReaderPreprocess} before.
 */
record Classifier(ReaderContext context) {

  /** Whether a message is for the reader; plain code deals with the others. */
  boolean needsJudgment(ReceivedEnvelope received) {
    return switch (received.payload()) {
      case Payload.ShareEndorsement(Endorsement endorsement) -> concernsUs(endorsement);
      case Payload.Ack _, Payload.ErrorReport _, Payload.PeerList _ -> false;
      default -> true;
    };
  }

  /** The item; empty for a message that needs no judgment. */
  Optional<Item> classify(ReceivedEnvelope received) {
    return needsJudgment(received)
        ? Optional.of(new Item(received, context.person(received.sender()), subject(received)))
        : Optional.empty();
  }

  private Item.Subject subject(ReceivedEnvelope received) {
    return switch (received.payload()) {
      case Payload.Announce(JsonObject identity) ->
          new Item.Subject.Announcement(
              identity(identity), context.peers().find(received.sender()).isPresent());
      case Payload.ShareContent(Content content) ->
          new Item.Subject.SharedContent(
              content, context.person(content.authorKey()), isOwn(content.inReplyTo()));
      case Payload.ShareEndorsement(Endorsement endorsement) ->
          new Item.Subject.SharedEndorsement(
              endorsement, context.person(endorsement.endorserKey()));
      case Payload.Direct direct ->
          new Item.Subject.DirectMessage(
              direct, isOwn(direct.contentRef().flatMap(context::parentOf)));
      case Payload.Subscribe _ -> new Item.Subject.SubscribeRequest(context.isAtCapacity());
      case Payload.Unsubscribe _ -> new Item.Subject.UnsubscribeRequest();
      case Payload.Ack _, Payload.ErrorReport _, Payload.PeerList _ ->
          throw new IllegalArgumentException(received.id() + " needs no judgment");
    };
  }

  /** A superseded document is still a valid one; a key that nobody committed to is not. */
  Checked<IdentityDocument> identity(JsonObject json) {
    return IdentityDocument.validate(json, context.now())
        .then(
            document ->
                context
                    .introduction(document)
                    .refused()
                    .filter(why -> why.code() != Code.OLDER_DOCUMENT)
                    .map(Classifier::refused)
                    .orElseGet(() -> Checked.valid(document)));
  }

  private static Checked<IdentityDocument> refused(Rejection why) {
    return new Checked.Rejected<>(why);
  }

  private boolean concernsUs(Endorsement endorsement) {
    return switch (endorsement.target()) {
      case Endorsement.Target.OfIdentity(var key) -> key.equals(context.self());
      case Endorsement.Target.OfContent(ContentHash hash) -> context.isOwnContent(hash);
    };
  }

  private boolean isOwn(Optional<ContentHash> hash) {
    return hash.filter(context::isOwnContent).isPresent();
  }
}
