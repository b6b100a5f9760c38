package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.society.sessions.MessageQueue;

/**
 * Choice of the next session: one of the principal with the fewest running turns, then of the one
 * that was served longest ago, then the one that has waited longest. Thread-safe.
 */
final class FairOrder {
  private static final Duration MOMENT = Duration.ofMillis(10);

  private final Map<String, MessageQueue.Due> running = new HashMap<>();
  private final Map<String, Long> served = new HashMap<>();
  private final Map<String, Rest> rests = new HashMap<>();
  private long turns;

  /**
   * Pause of a session.
   *
   * @param newest what had come last when it began; something newer ends it
   */
  private record Rest(Instant until, String newest) {}

  /**
   * Takes the next session, until {@link #done}.
   *
   * @param due those in which a turn may begin, the one that has waited longest first
   */
  synchronized Optional<MessageQueue.Due> next(List<MessageQueue.Due> due, Instant now) {
    rests.values().removeIf(rest -> !rest.until().isAfter(now));
    Optional<MessageQueue.Due> next =
        due.stream()
            .filter(one -> !running.containsKey(one.session()))
            .filter(one -> !isResting(one))
            .min(
                Comparator.comparingLong((MessageQueue.Due one) -> runningOf(one.principal()))
                    .thenComparingLong(one -> served.getOrDefault(one.principal(), 0L)));
    next.ifPresent(
        one -> {
          running.put(one.session(), one);
          served.put(one.principal(), ++turns);
        });
    return next;
  }

  /** Returns how long it is until the first rest ends, at most a time, and at least a moment. */
  synchronized Duration untilRested(Instant now, Duration most) {
    Duration first =
        rests.values().stream()
            .map(rest -> Duration.between(now, rest.until()))
            .reduce(most, (one, other) -> one.compareTo(other) < 0 ? one : other);
    return first.compareTo(MOMENT) < 0 ? MOMENT : first;
  }

  private boolean isResting(MessageQueue.Due due) {
    return Optional.ofNullable(rests.get(due.session()))
        .filter(rest -> rest.newest().equals(due.newest()))
        .isPresent();
  }

  private long runningOf(String principal) {
    return running.values().stream().filter(one -> one.principal().equals(principal)).count();
  }

  /** Gives a session back, which rests until a time, or until something new comes. */
  synchronized void done(MessageQueue.Due due, Optional<Instant> until) {
    running.remove(due.session());
    until.ifPresent(at -> rests.put(due.session(), new Rest(at, due.newest())));
  }
}
