package org.sovereignbook.sbp.peer.delivery;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Source of envelope times that never gives two messages to one peer the same envelope: an envelope
 * is identified by its hash, and only its time distinguishes two equal messages. Not thread-safe.
 */
final class EnvelopeTimes {
  /** Limit by which our envelopes may run ahead of our clock; receivers allow ten minutes. */
  static final Duration MAX_AHEAD = Duration.ofMinutes(5);

  /** Maximum age of an envelope that is repeated; receivers allow two days. */
  static final Duration MAX_REPEATED_AGE = Duration.ofHours(47);

  private static final Duration STEP = Duration.ofSeconds(1);

  private record AddressedPayload(PublicKey recipient, ContentHash payload) {}

  private final Timestamp now;
  private Timestamp first;
  private final Map<AddressedPayload, Timestamp> given = new HashMap<>();
  private Timestamp latest;

  /**
   * Creates the times for one run.
   *
   * @param issuedUntil the latest time that an earlier run gave out
   */
  EnvelopeTimes(Timestamp now, Optional<Timestamp> issuedUntil) {
    this.now = now;
    // A second run within the same second must not repeat the envelopes of the first.
    this.first = behind(issuedUntil).orElse(now);
    this.latest = issuedUntil.filter(until -> until.isAfter(now)).filter(this::isNear).orElse(now);
  }

  /**
   * Gives out later times from now on.
   *
   * @param issuedUntil the latest time that another run has given out meanwhile
   */
  void startAfter(Optional<Timestamp> issuedUntil) {
    first = behind(issuedUntil).filter(time -> time.isAfter(first)).orElse(first);
    given.replaceAll((message, time) -> time.isBefore(first) ? first : time);
    latest = issuedUntil.filter(until -> until.isAfter(latest)).filter(this::isNear).orElse(latest);
  }

  private Optional<Timestamp> behind(Optional<Timestamp> issuedUntil) {
    return issuedUntil
        .filter(until -> !until.isBefore(now))
        .map(until -> until.plus(STEP))
        .filter(this::isNear);
  }

  /** Returns a new time for this message; empty when the run has given it too many already. */
  Optional<Timestamp> next(PublicKey recipient, ContentHash payload) {
    AddressedPayload message = new AddressedPayload(recipient, payload);
    Timestamp time =
        Optional.ofNullable(given.get(message)).map(last -> last.plus(STEP)).orElse(first);
    if (!isNear(time)) {
      return Optional.empty();
    }
    given.put(message, time);
    latest = time.isAfter(latest) ? time : latest;
    return Optional.of(time);
  }

  /** Returns whether an envelope of this time can still be sent again unchanged. */
  boolean isRepeatable(Timestamp envelope) {
    return isNear(envelope) && envelope.isAfter(now.plus(MAX_REPEATED_AGE.negated()));
  }

  /** Returns the latest time given out so far, by this run or earlier ones. */
  Timestamp latest() {
    return latest;
  }

  private boolean isNear(Timestamp time) {
    return !time.isAfter(now.plus(MAX_AHEAD));
  }
}
