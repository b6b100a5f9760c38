package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Detector of leaps of this machine's clock: {@code operational/clock.json} has the time of the
 * node's last look. A leap is remembered for as long as an envelope can be replayed; until then the
 * new time is not trusted for permanent changes.
 */
public record ClockWatch(Node node) {
  /** A longer time without a look at the clock is a leap, also when the machine was off. */
  static final Duration LEAP = Duration.ofDays(1);

  /** Time for which a leap is remembered: older envelopes cannot be replayed afterwards. */
  public static final Duration REMEMBERED = Limits.MAX_AGE.plus(Limits.MAX_FUTURE);

  private static final Duration NOTED_AGAIN = Duration.ofMinutes(10);

  /**
   * A leap.
   *
   * @param from what the clock said last before it
   * @param to what it said when it was noticed
   */
  public record Leap(Timestamp from, Timestamp to) {
    /** Returns whether the clock was set back. */
    public boolean isBack() {
      return to.isBefore(from);
    }
  }

  private record Seen(Timestamp last, Optional<Leap> leap) {
    Seen next(Timestamp now) {
      boolean isBack = last.isAfter(now.plus(TimeJudge.SLACK));
      boolean isAhead = now.isAfter(last.plus(LEAP));
      // The time before the first of several leaps ahead, for as long as the clock is beyond it.
      Optional<Timestamp> before =
          leap.filter(one -> !one.isBack()).map(Leap::from).filter(from -> isAfterLeap(from, now));
      if (isBack || isAhead) {
        return new Seen(now, Optional.of(new Leap(before.orElse(last), now)));
      }
      return new Seen(now, leap.filter(one -> now.isBefore(one.to().plus(REMEMBERED))));
    }

    private static boolean isAfterLeap(Timestamp from, Timestamp now) {
      return now.isAfter(from.plus(LEAP));
    }
  }

  /** Looks at the clock, and returns the last leap if there was one lately. */
  public Optional<Leap> look() {
    Optional<Seen> before = read();
    Seen seen = before.map(one -> one.next(node.now())).orElseGet(this::first);
    boolean isNews =
        before.isEmpty()
            || !before.get().leap().equals(seen.leap())
            || !seen.last().isBefore(before.get().last().plus(NOTED_AGAIN));
    if (isNews) {
      write(seen);
    }
    return seen.leap();
  }

  /** Returns the last leap as a look would find it, and notes nothing. */
  public Optional<Leap> leap() {
    return read().flatMap(seen -> seen.next(node.now()).leap());
  }

  /**
   * Returns whether the clock has not leapt lately, so that a stored time that it contradicts is
   * wrong.
   */
  public boolean isSteady() {
    return leap().isEmpty();
  }

  /**
   * Returns the time by which memory of replays is forgotten: the clock's, but after a leap ahead
   * the one before it.
   */
  public Instant forgetsBy() {
    return leap()
        .filter(one -> !one.isBack())
        .map(one -> one.from().instant())
        .orElseGet(() -> node.clock().instant());
  }

  private Seen first() {
    return new Seen(node.now(), Optional.empty());
  }

  private Optional<Seen> read() {
    try {
      Optional<JsonObject> json = node.readIntactJson(node.home().clock());
      return json.map(Shape.of(Seen.class)::read);
    } catch (Misfit e) {
      return Optional.empty();
    }
  }

  /**
   * Records a look also on a full disk, in the place of the last one: a node that could not would
   * take the days of a full disk for a leap afterwards, and keep what it should forget.
   */
  private void write(Seen seen) {
    byte[] bytes = JsonWriter.bytes(Shape.write(seen));
    Path file = node.home().clock();
    try {
      node.disk().write(file, bytes);
    } catch (DiskException e) {
      overwrite(file, bytes);
    }
  }

  private void overwrite(Path file, byte[] bytes) {
    try {
      node.disk().overwrite(file, bytes);
    } catch (DiskException e) {
      // Where nothing can be written, a step still deletes what is over; the next look tries again.
    }
  }
}
