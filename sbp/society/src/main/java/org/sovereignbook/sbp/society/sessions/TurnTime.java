package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Time of a turn in words: the day, the time and the zone. */
public final class TurnTime {
  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("EEEE, uuuu-MM-dd HH:mm", Locale.ROOT);

  private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("xxx", Locale.ROOT);

  private TurnTime() {}

  /** Returns a text such as {@code Saturday, 2026-11-28 12:40 (+01:00, Europe/Lisbon)}. */
  public static String of(Instant at, ZoneId zone) {
    var local = at.atZone(zone);
    String words = local.format(DAY_AND_TIME.localizedBy(Locale.ENGLISH));
    if (zone.normalized().equals(ZoneOffset.UTC)) {
      return words + " (UTC)";
    }
    String offset = local.format(OFFSET);
    return zone instanceof ZoneOffset
        ? "%s (%s)".formatted(words, offset)
        : "%s (%s, %s)".formatted(words, offset, zone.getId());
  }
}
