package org.sovereignbook.sbp.peer.server;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.peer.server.Admission.Result;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;
import org.sovereignbook.sbp.peer.server.InboxShares.Place;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Standing;

/**
 * Keeps admitted envelopes in this node's inbox, each once, within its quota. Thread-safe when its
 * collaborators are.
 *
 * @param standing the sender's standing, which sets its share of the inbox
 * @param inbox stores an envelope; when it returns, that survives a crash
 */
record InboxKeeping(
    Function<PublicKey, Standing> standing,
    DuplicateIndex duplicates,
    RememberedLimit remembered,
    Quota quota,
    Function<Inbox.Offered, Inbox.Receipt> inbox)
    implements Admission.Keeping {
  @Override
  public Result keep(Envelope envelope, byte[] body, Place place, Instant now)
      throws InterruptedException {
    Optional<InboxId> known = duplicates.claim(envelope.hash());
    if (known.isPresent()) {
      return new Result.Duplicate(known.get(), envelope);
    }
    try {
      Standing sender = standing.apply(envelope.senderKey());
      Optional<Refusal> full = remembered.reserve(sender).or(() -> quota.reserve(place, sender));
      if (full.isPresent()) {
        return Admission.refused(full.get(), envelope.senderKey());
      }
      Inbox.Receipt receipt = inbox.apply(new Inbox.Offered(envelope.hash(), body, now));
      duplicates.settle(envelope.hash(), receipt.id());
      if (!receipt.repeated()) {
        quota.stored(place, receipt.id());
      }
      return receipt.repeated()
          ? new Result.Duplicate(receipt.id(), envelope)
          : new Result.Accepted(receipt.id(), envelope);
    } finally {
      quota.release(place);
      duplicates.release(envelope.hash());
    }
  }
}
