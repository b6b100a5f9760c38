package org.sovereignbook.sbp.node;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** Numbers and times as people say them. */
public final class Wording {
  /** Text in the place of a missing time. */
  public static final String NEVER = "-";

  private static final String SIZES = "KMGT";
  private static final double THOUSAND = 1_000;
  private static final double TEN = 9.95;
  private static final String VOWELS = "aeiou";
  private static final String SIBILANTS = ".*(s|x|ch|sh)";

  private Wording() {}

  /**
   * Returns a count such as {@code 1 peer}, {@code 2 peers}, {@code 0 replies}; the noun in its
   * singular.
   */
  public static String counted(long number, String noun) {
    return number + " " + (number == 1 ? noun : plural(noun));
  }

  private static String plural(String noun) {
    if (noun.matches(SIBILANTS)) {
      return noun + "es";
    }
    boolean isConsonantAndY =
        noun.length() > 1
            && noun.endsWith("y")
            && VOWELS.indexOf(noun.charAt(noun.length() - 2)) < 0;
    return isConsonantAndY ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
  }

  /** Returns a size as disks are sold: {@code 133 bytes}, {@code 4.2 KB}, {@code 80 GB}. */
  public static String size(long bytes) {
    double size = bytes;
    String unit = "";
    for (int i = 0; i < SIZES.length() && size >= THOUSAND; i++) {
      size /= THOUSAND;
      unit = SIZES.charAt(i) + "B";
    }
    return unit.isEmpty()
        ? counted(bytes, "byte")
        : String.format(Locale.ROOT, size < TEN ? "%.1f %s" : "%.0f %s", size, unit);
  }

  /** Returns a duration in the largest unit that divides it: {@code a week}, {@code 90 minutes}. */
  public static String span(Duration duration) {
    long seconds = duration.toSeconds();
    for (Unit unit : Unit.values()) {
      if (seconds != 0 && seconds % unit.seconds == 0) {
        long count = seconds / unit.seconds;
        return count == 1 ? unit.one : counted(count, unit.noun);
      }
    }
    return counted(seconds, Unit.SECOND.noun);
  }

  /**
   * Returns an age for a column: {@code 45s}, {@code 12m}, {@code 5h}, {@code 9d}; never less than
   * 0.
   */
  public static String age(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    if (seconds < Unit.MINUTE.seconds) {
      return seconds + "s";
    }
    if (seconds < Unit.HOUR.seconds) {
      return seconds / Unit.MINUTE.seconds + "m";
    }
    if (seconds < 2 * Unit.DAY.seconds) {
      return seconds / Unit.HOUR.seconds + "h";
    }
    return seconds / Unit.DAY.seconds + "d";
  }

  public static String age(Optional<Timestamp> then, Timestamp now) {
    return then.map(time -> age(between(time, now))).orElse(NEVER);
  }

  /**
   * Returns a time for a sentence: {@code just now}, {@code 12 minutes ago}, {@code in 3 hours}.
   */
  public static String ago(Timestamp then, Timestamp now) {
    // Not by Duration.abs, which loads the arithmetic of big numbers into every status.
    boolean isAhead = now.isBefore(then);
    String rounded = rounded(isAhead ? between(now, then) : between(then, now));
    if (rounded.isEmpty()) {
      return "just now";
    }
    return isAhead ? "in " + rounded : rounded + " ago";
  }

  /**
   * Returns a difference for a sentence: {@code 3 hours ahead of}, {@code 2 minutes behind}, for
   * less seconds.
   */
  public static String ahead(Duration ahead) {
    long seconds = ahead.toSeconds();
    Duration apart = Duration.ofSeconds(seconds < 0 ? -seconds : seconds);
    String rounded = rounded(apart);
    return (rounded.isEmpty() ? counted(apart.toSeconds(), Unit.SECOND.noun) : rounded)
        + (seconds < 0 ? " behind" : " ahead of");
  }

  private static String rounded(Duration duration) {
    long seconds = duration.toSeconds();
    for (Unit unit : Unit.values()) {
      if (unit != Unit.SECOND && seconds >= unit.atLeast()) {
        return counted(seconds / unit.seconds, unit.noun);
      }
    }
    return "";
  }

  private static Duration between(Timestamp then, Timestamp now) {
    return Duration.between(then.instant(), now.instant());
  }

  private enum Unit {
    WEEK(604_800, "week", "a week"),
    DAY(86_400, "day", "a day"),
    HOUR(3_600, "hour", "an hour"),
    MINUTE(60, "minute", "a minute"),
    SECOND(1, "second", "a second");

    private final long seconds;
    private final String noun;
    private final String one;

    Unit(long seconds, String noun, String one) {
      this.seconds = seconds;
      this.noun = noun;
      this.one = one;
    }

    /**
     * Returns the seconds from which an age is shown in this unit: two of a unit say more than one.
     */
    private long atLeast() {
      return this == MINUTE || this == HOUR ? seconds : 2 * seconds;
    }
  }
}
