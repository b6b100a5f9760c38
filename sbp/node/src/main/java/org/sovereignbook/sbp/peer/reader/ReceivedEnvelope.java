package org.sovereignbook.sbp.peer.reader;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;

/**
 * Inbox entry whose envelope passed all checks of PROTOCOL §5.3.
 *
 * @param at when it was received; now, when its name does not say
 */
public record ReceivedEnvelope(InboxId id, Envelope envelope, Timestamp at) {

  /**
   * Validates the bytes of an entry; how old they may be is judged at the time of arrival.
   *
   * @param ownKeys to which of them it is addressed does not matter; not empty
   */
  static Checked<ReceivedEnvelope> read(
      InboxId id, byte[] bytes, List<PublicKey> ownKeys, Instant now) {
    Instant arrived = id.received().filter(at -> at.isBefore(now)).orElse(now);
    Checked<Envelope> checked = validate(bytes, ownKeys, arrived);
    Optional<Instant> ahead = id.received().filter(at -> at.isAfter(now));
    if (ahead.isPresent() && isAbout(checked, Code.STALE_TIMESTAMP)) {
      // The clock was set back since the server took it, by the clock that it had.
      checked = validate(bytes, ownKeys, ahead.get());
    }
    return checked.then(
        envelope -> Checked.valid(new ReceivedEnvelope(id, envelope, new Timestamp(arrived))));
  }

  private static Checked<Envelope> validate(byte[] bytes, List<PublicKey> ownKeys, Instant at) {
    Checked<Envelope> checked = new EnvelopeValidator(ownKeys.getFirst()).validate(bytes, at);
    for (PublicKey former : ownKeys.subList(1, ownKeys.size())) {
      if (isAbout(checked, Code.WRONG_RECIPIENT)) {
        checked = new EnvelopeValidator(former).validate(bytes, at);
      }
    }
    return checked;
  }

  private static boolean isAbout(Checked<Envelope> checked, Code code) {
    return checked.why().filter(why -> why.code() == code).isPresent();
  }

  /** Returns the fault of the signed object inside the envelope, if it has one. */
  Optional<Rejection> embeddedFault() {
    return switch (payload()) {
      case Payload.ShareContent(Content content) -> Content.validate(content.json()).why();
      case Payload.ShareEndorsement(Endorsement endorsement) ->
          Endorsement.validate(endorsement.json()).why();
      default -> Optional.empty();
    };
  }

  /** Returns this envelope, if the signed object inside it is valid too. */
  Checked<ReceivedEnvelope> whole() {
    return embeddedFault()
        .<Checked<ReceivedEnvelope>>map(Checked.Rejected::new)
        .orElseGet(() -> Checked.valid(this));
  }

  /** Returns its personal message, if it is one. */
  Optional<Message> message() {
    return Messages.received(id, envelope, at);
  }

  public Payload payload() {
    return envelope.payload();
  }

  public PublicKey sender() {
    return envelope.senderKey();
  }
}
