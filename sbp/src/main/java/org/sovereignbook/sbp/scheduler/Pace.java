package org.sovereignbook.sbp.scheduler;

import java.util.Locale;
import java.util.Optional;

/**
 * How often a node wakes (AGENT.md, recommended intervals). At the slower paces a message does not
 * wake the reader before its time, or the pace would be the senders' choice.
 */
public enum Pace {
  /** Exactly the intervals of IMPLEMENTATION §7. */
  DEFAULT(120, 360, 240, 60, true),
  /** Sessions every 1 to 4 hours. */
  ACTIVE(60, 240, 120, 30, true),
  /** Sessions every 6 to 12 hours. */
  MODERATE(360, 720, 720, 60, false),
  /** One session a day. */
  QUIET(1440, 1440, 1440, 240, false);

  private final int readerMinutes;
  private final int authorMinutes;
  private final int compactorMinutes;
  private final int deliveryMinutes;
  private final boolean inboxWakesReader;

  Pace(
      int readerMinutes,
      int authorMinutes,
      int compactorMinutes,
      int deliveryMinutes,
      boolean inboxWakesReader) {
    this.readerMinutes = readerMinutes;
    this.authorMinutes = authorMinutes;
    this.compactorMinutes = compactorMinutes;
    this.deliveryMinutes = deliveryMinutes;
    this.inboxWakesReader = inboxWakesReader;
  }

  /** Reads the lower-case word; empty for any other text. */
  public static Optional<Pace> parse(String word) {
    for (Pace pace : values()) {
      if (pace.toString().equals(word)) {
        return Optional.of(pace);
      }
    }
    return Optional.empty();
  }

  int readerMinutes() {
    return readerMinutes;
  }

  int authorMinutes() {
    return authorMinutes;
  }

  int compactorMinutes() {
    return compactorMinutes;
  }

  int deliveryMinutes() {
    return deliveryMinutes;
  }

  boolean inboxWakesReader() {
    return inboxWakesReader;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
