package org.sovereignbook.sbp.delivery;

import java.util.Optional;
import org.sovereignbook.sbp.json.Words;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * How far one item has come with one recipient.
 *
 * @param attempts attempts whose outcome is known
 * @param notBefore no attempt before this time
 * @param timestamp of the envelope that was delivered, or that the recipient may have taken: the
 *     next attempt repeats exactly that envelope
 * @param lastError why the last attempt failed
 */
record RecipientState(
    Status status,
    int attempts,
    Optional<Timestamp> notBefore,
    Optional<Timestamp> timestamp,
    Optional<String> lastError) {

  enum Status {
    PENDING,
    /** The recipient has it. */
    DELIVERED,
    /** Refused for good, blocked, or no subscriber any more. */
    REJECTED,
    /** Failed too often. */
    FAILED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  static RecipientState fresh() {
    return new RecipientState(
        Status.PENDING, 0, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** How many attempts did not bring the item there. */
  int failures() {
    return status == Status.DELIVERED ? attempts - 1 : attempts;
  }

  boolean isPending() {
    return status == Status.PENDING;
  }

  /** Whether nothing was ever tried. */
  boolean isFresh() {
    return isPending() && attempts == 0 && timestamp.isEmpty();
  }

  boolean isDueAt(Timestamp now) {
    return isPending() && notBefore.filter(now::isBefore).isEmpty();
  }

  /** About to be posted in an envelope of this time. */
  RecipientState sendingAt(Timestamp envelope) {
    return new RecipientState(status, attempts, notBefore, Optional.of(envelope), lastError);
  }

  RecipientState delivered() {
    return new RecipientState(
        Status.DELIVERED, attempts + 1, Optional.empty(), timestamp, Optional.empty());
  }

  /** Refused by the recipient's answer. */
  RecipientState rejected(String why) {
    return new RecipientState(
        Status.REJECTED, attempts + 1, Optional.empty(), timestamp, Optional.of(why));
  }

  /** Not to be sent any more, without another attempt. */
  RecipientState withdrawn(String why) {
    return new RecipientState(
        Status.REJECTED, attempts, Optional.empty(), timestamp, Optional.of(why));
  }

  /** Failed for now. */
  RecipientState postponed(Timestamp until, boolean inDoubt, String why) {
    return new RecipientState(
        Status.PENDING,
        attempts + 1,
        Optional.of(until),
        timestamp.filter(_ -> inDoubt),
        Optional.of(why));
  }

  /** Failed for the last time. */
  RecipientState exhausted(String why) {
    return new RecipientState(
        Status.FAILED, attempts + 1, Optional.empty(), timestamp, Optional.of(why));
  }
}
