package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * The name of an inbox entry, {@code 2026-03-17T142301Z-000417-a3f9} (IMPLEMENTATION §6; the number
 * of microseconds keeps the order of one second), or any other plain file name that an operator
 * gave by hand. Safe as a file name.
 */
public record InboxId(String value) implements Comparable<InboxId>, JsonText {
  private static final int TIME_CHARACTERS = "2026-03-17T142301Z".length();
  private static final int SUFFIX_VALUES = 1 << 16;

  /**
   * Checks a name.
   *
   * @throws IllegalArgumentException when it could not be a plain file name
   */
  public InboxId {
    if (!Inbox.ID.matcher(value).matches()) {
      throw new IllegalArgumentException("not an inbox id: use letters, digits, '.', '_' and '-'");
    }
  }

  /** Returns the id of an envelope received at this time. */
  public static InboxId at(Instant received, String suffix) {
    return new InboxId(new Timestamp(received).inFileName() + "-" + suffix);
  }

  /**
   * Returns a new id for something of this time. Ids of one second sort in the order of their
   * making, so that messages of one sender keep their order.
   */
  public static InboxId fresh(Instant at, RandomGenerator random) {
    String micros = "%06d".formatted(at.get(ChronoField.MICRO_OF_SECOND));
    return at(at, micros + "-" + "%04x".formatted(random.nextInt(SUFFIX_VALUES)));
  }

  public static InboxId parse(String text) {
    return new InboxId(text);
  }

  /** Returns when the envelope arrived, if the name contains it. */
  public Optional<Instant> received() {
    return time(value);
  }

  /** Returns the time at the beginning of a name, if there is one. */
  static Optional<Instant> time(String value) {
    if (value.length() < TIME_CHARACTERS) {
      return Optional.empty();
    }
    String time = value.substring(0, 13) + ":" + value.substring(13, 15) + ":";
    try {
      return Optional.of(Timestamp.parse(time + value.substring(15, TIME_CHARACTERS)).instant());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public int compareTo(InboxId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
