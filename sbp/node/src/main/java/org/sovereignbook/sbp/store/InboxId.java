package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * The name of an inbox entry, {@code 2026-03-17T142301Z-a3f9} (IMPLEMENTATION §6), or any other
 * plain file name that an operator gave by hand. Safe as a file name. The suffix begins with the
 * part of the second, so that names of one second keep their order.
 */
public record InboxId(String value) implements Comparable<InboxId>, JsonText {
  private static final int TIME_CHARACTERS = "2026-03-17T142301Z".length();
  private static final int SUFFIX_BITS = 16;

  /** Bits of the suffix for the part of the second: about a millisecond. */
  private static final int ORDER_BITS = 10;

  private static final int MICROS_OF_SECOND = 1_000_000;

  /** Names in order that are tried before any free one will do. */
  private static final int ORDERED_TRIES = 32;

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
   * Returns new names for something of this time, to be tried until one is free. Names of one
   * second sort in the order of their making, so that messages of one sender keep their order.
   */
  public static Supplier<InboxId> names(Instant at, RandomGenerator random) {
    AtomicInteger tries = new AtomicInteger();
    return () -> {
      int suffix =
          tries.getAndIncrement() < ORDERED_TRIES
              ? ordered(at, random)
              : random.nextInt(1 << SUFFIX_BITS);
      return at(at, HexFormat.of().toHexDigits((short) suffix));
    };
  }

  private static int ordered(Instant at, RandomGenerator random) {
    long part = (long) at.get(ChronoField.MICRO_OF_SECOND) << ORDER_BITS;
    int randomBits = SUFFIX_BITS - ORDER_BITS;
    return (int) (part / MICROS_OF_SECOND) << randomBits | random.nextInt(1 << randomBits);
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
