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
import org.sovereignbook.sbp.store.Introduction;

/**
 * Turns a valid message into an item for the reader, or finds that it needs no judgment
 * (IMPLEMENTATION §3.3, reader-preprocess 3e and 3f). Decides and changes nothing; embedded
 * signatures are verified by {@link ReaderPreprocess} before.
 */
public record Classifier(Knowledge knowledge) {

  /** The item; empty for a message that plain code deals with. */
  public Optional<Item> classify(Entry entry) {
    return subject(entry)
        .map(subject -> new Item(entry, knowledge.person(entry.sender()), subject));
  }

  private Optional<Item.Subject> subject(Entry entry) {
    return switch (entry.envelope().payload()) {
      case Payload.Announce(JsonObject identity) ->
          Optional.of(
              new Item.Subject.Announcement(
                  identity(identity), knowledge.peers().find(entry.sender()).isPresent()));
      case Payload.ShareContent(Content content) ->
          Optional.of(
              new Item.Subject.SharedContent(
                  content, knowledge.person(content.authorKey()), isOwn(content.inReplyTo())));
      case Payload.ShareEndorsement(Endorsement endorsement) ->
          concernsUs(endorsement)
              ? Optional.of(
                  new Item.Subject.SharedEndorsement(
                      endorsement, knowledge.person(endorsement.endorserKey())))
              : Optional.empty();
      case Payload.Direct direct ->
          Optional.of(
              new Item.Subject.DirectMessage(
                  direct, isOwn(direct.contentRef().flatMap(knowledge.parentOf()))));
      case Payload.Subscribe _ ->
          Optional.of(new Item.Subject.SubscribeRequest(knowledge.atCapacity()));
      case Payload.Unsubscribe _ -> Optional.of(new Item.Subject.UnsubscribeRequest());
      case Payload.Ack _, Payload.ErrorReport _, Payload.PeerList _ -> Optional.empty();
    };
  }

  /** A superseded document is still a valid one; a key that nobody committed to is not. */
  public Checked<IdentityDocument> identity(JsonObject json) {
    return IdentityDocument.validate(json, knowledge.now())
        .then(
            document ->
                Introduction.of(knowledge.identities(), knowledge.peers(), document)
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
      case Endorsement.Target.OfIdentity(var key) -> key.equals(knowledge.self());
      case Endorsement.Target.OfContent(ContentHash hash) -> knowledge.isOwnContent().test(hash);
    };
  }

  private boolean isOwn(Optional<ContentHash> hash) {
    return hash.filter(knowledge.isOwnContent()).isPresent();
  }
}
