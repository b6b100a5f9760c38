package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.json.JsonText;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * The name of an inbox entry, {@code 2026-03-17T142301Z-a3f9} (IMPLEMENTATION §6), or any other
 * plain file name that an operator gave by hand. Safe as a file name.
 */
public record InboxId(String value) implements Comparable<InboxId>, JsonText {
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final int TIME_CHARACTERS = "2026-03-17T142301Z".length();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HHmmss'Z'");

  /**
   * Checks a name.
   *
   * @throws IllegalArgumentException when it could not be a plain file name
   */
  public InboxId {
    if (!SAFE.matcher(value).matches()) {
      throw new IllegalArgumentException("not an inbox id: use letters, digits, '.', '_' and '-'");
    }
  }

  /** The id of an envelope received at this time. */
  public static InboxId at(Instant received, String suffix) {
    return new InboxId(new Timestamp(received).inFileName() + "-" + suffix);
  }

  /** When the envelope arrived, if the name says so. */
  public Optional<Instant> received() {
    return time(value);
  }

  /** The time that a name begins with, if it does. */
  static Optional<Instant> time(String value) {
    if (value.length() < TIME_CHARACTERS) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          LocalDateTime.parse(value.substring(0, TIME_CHARACTERS), TIME).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException e) {
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
