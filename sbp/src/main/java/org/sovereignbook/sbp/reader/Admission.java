package org.sovereignbook.sbp.reader;

import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Rejection;
import org.sovereignbook.sbp.store.SeenEnvelopes;

/**
 * Whether a valid envelope is looked at at all: not repeated, not from anybody blocked, and with an
 * embedded object that holds (IMPLEMENTATION §3.3, reader-preprocess 3c and 3d; CHOICES 6, 20).
 * Decides and changes nothing.
 *
 * @param seen envelopes of earlier runs
 * @param inThisRun envelopes and objects that this run has met already
 * @param stored objects of earlier runs
 */
record Admission(
    Knowledge knowledge,
    SeenEnvelopes seen,
    Predicate<ContentHash> inThisRun,
    Predicate<ContentHash> stored) {

  /** What becomes of an entry. */
  sealed interface Verdict {
    /** It is looked at. */
    record Admitted() implements Verdict {}

    /** Its embedded object does not hold. */
    record Rejected(Rejection why) implements Verdict {}

    /** Another entry brought the same envelope. */
    record Repeated() implements Verdict {}

    /** The object in it came before. */
    record Duplicate(String what) implements Verdict {}

    /** Nobody wants to hear of it. */
    record Dropped(String why) implements Verdict {}
  }

  Verdict judge(Entry entry) {
    ContentHash envelope = entry.envelope().hash();
    if (seen.isRepeated(envelope, entry.id()) || inThisRun.test(envelope)) {
      return new Verdict.Repeated();
    }
    if (knowledge.isBlocked(entry.sender())) {
      return new Verdict.Dropped("the sender is blocked");
    }
    if (entry.sender().equals(knowledge.self())) {
      return new Verdict.Dropped("this node sent it to itself");
    }
    Optional<Rejection> fault = embeddedFault(entry.envelope().payload());
    if (fault.isPresent()) {
      return new Verdict.Rejected(fault.get());
    }
    return switch (entry.envelope().payload()) {
      case Payload.ShareContent(Content content) -> judge(content);
      case Payload.ShareEndorsement(Endorsement endorsement) -> judge(entry, endorsement);
      default -> new Verdict.Admitted();
    };
  }

  /** What is wrong with the signed object inside an envelope, if anything. */
  static Optional<Rejection> embeddedFault(Payload payload) {
    return switch (payload) {
      case Payload.ShareContent(Content content) -> Content.validate(content.json()).why();
      case Payload.ShareEndorsement(Endorsement endorsement) ->
          Endorsement.validate(endorsement.json()).why();
      default -> Optional.empty();
    };
  }

  private Verdict judge(Content content) {
    if (knowledge.isBlocked(content.authorKey())) {
      return new Verdict.Dropped("the author of the content is blocked");
    }
    ContentHash hash = content.hash();
    boolean known =
        stored.test(hash) || inThisRun.test(hash) || knowledge.isOwnContent().test(hash);
    return known ? new Verdict.Duplicate("content") : new Verdict.Admitted();
  }

  private Verdict judge(Entry entry, Endorsement endorsement) {
    if (knowledge.isBlocked(endorsement.endorserKey())) {
      return new Verdict.Dropped("the endorser is blocked");
    }
    if (endorsement.endorserKey().equals(knowledge.self())) {
      return new Verdict.Duplicate("endorsement of our own");
    }
    // An endorsement is stored before it is judged: its own trace does not make it a duplicate.
    boolean ownTrace = seen.find(entry.envelope().hash()).isPresent();
    ContentHash hash = endorsement.hash();
    return inThisRun.test(hash) || (stored.test(hash) && !ownTrace)
        ? new Verdict.Duplicate("endorsement")
        : new Verdict.Admitted();
  }
}
