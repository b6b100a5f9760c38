package org.sovereignbook.sbp.peer.delivery;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Delivery state of one item for one recipient.
 *
 * @param attempts attempts whose outcome is known
 * @param notBefore no attempt before this time
 * @param timestamp of the envelope that was delivered, or that the recipient may have taken: the
 *     next attempt repeats exactly that envelope
 * @param failingSince when the first of the attempts failed that did not get through
 * @param lastError why the last attempt failed
 * @param pagesSince when something in front of the recipient first answered with a page
 */
record RecipientState(
    Status status,
    int attempts,
    Optional<Timestamp> notBefore,
    Optional<Timestamp> timestamp,
    Optional<Timestamp> failingSince,
    Optional<String> lastError,
    Optional<Timestamp> pagesSince) {

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
        Status.PENDING,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Returns the state as it is judged now: the clock may have been wrong when it was stored.
   *
   * @param isSteady whether the clock is right now, as far as that is known
   */
  RecipientState judged(Config config, boolean isSteady, Timestamp now) {
    return new RecipientState(
        status,
        attempts,
        notBefore.map(until -> Delivery.waitsUntil(until, attempts, config, now)),
        timestamp,
        failingSince.map(since -> isSteady ? TimeJudge.past(since, now) : since),
        lastError,
        pagesSince.map(since -> isSteady ? TimeJudge.past(since, now) : since));
  }

  /** Counts the attempts that failed. */
  int failures() {
    return status == Status.DELIVERED ? attempts - 1 : attempts;
  }

  boolean isPending() {
    return status == Status.PENDING;
  }

  /** Returns whether no attempt was made yet. */
  boolean isFresh() {
    return isPending() && attempts == 0 && timestamp.isEmpty();
  }

  /**
   * Returns whether it was never tried because it is scheduled for later, not because of a failure.
   */
  boolean isHeldAt(Timestamp now) {
    return isFresh() && notBefore.filter(now::isBefore).isPresent();
  }

  boolean isDueAt(Timestamp now) {
    return isPending() && notBefore.filter(now::isBefore).isEmpty();
  }

  /** Returns the state before a post in an envelope of this time. */
  RecipientState sendingAt(Timestamp envelope) {
    return new RecipientState(
        status, attempts, notBefore, Optional.of(envelope), failingSince, lastError, pagesSince);
  }

  RecipientState delivered() {
    return ended(Status.DELIVERED, attempts + 1, Optional.empty(), Optional.empty());
  }

  /** Returns the state after a refusal by the recipient. */
  RecipientState rejected(String why) {
    return ended(Status.REJECTED, attempts + 1, Optional.empty(), Optional.of(why));
  }

  /** Returns the state of an item that is not sent any more, without another attempt. */
  RecipientState withdrawn(String why) {
    return ended(Status.REJECTED, attempts, Optional.empty(), Optional.of(why));
  }

  /**
   * Returns the state after a temporary failure.
   *
   * @param doubtful the time of an envelope that the recipient may have taken
   */
  RecipientState postponed(
      Timestamp until, Optional<Timestamp> doubtful, Attempt.Failed failed, Timestamp now) {
    return new RecipientState(
        Status.PENDING,
        attempts + 1,
        Optional.of(until),
        doubtful,
        failingSince.or(() -> Optional.of(now)),
        Optional.of(failed.reason()),
        failed.byOthers() ? pagesSince.or(() -> Optional.of(now)) : pagesSince);
  }

  /** Returns the state after a failure that does not count. */
  RecipientState uncounted(Optional<Timestamp> doubtful, String why) {
    return new RecipientState(
        status, attempts, notBefore, doubtful, failingSince, Optional.of(why), pagesSince);
  }

  /** Returns the state after the last failure. */
  RecipientState exhausted(Timestamp since, String why) {
    return ended(Status.FAILED, attempts + 1, Optional.of(since), Optional.of(why));
  }

  /** Resets failures; an envelope that may have arrived is still repeated unchanged. */
  RecipientState retried() {
    return new RecipientState(
        Status.PENDING,
        0,
        Optional.empty(),
        timestamp.filter(_ -> status != Status.REJECTED),
        Optional.empty(),
        lastError,
        Optional.empty());
  }

  private RecipientState ended(
      Status how, int attemptsInAll, Optional<Timestamp> since, Optional<String> why) {
    return new RecipientState(
        how, attemptsInAll, Optional.empty(), timestamp, since, why, Optional.empty());
  }
}
