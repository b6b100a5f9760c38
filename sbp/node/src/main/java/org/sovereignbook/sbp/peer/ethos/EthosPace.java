package org.sovereignbook.sbp.peer.ethos;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.peer.step.Intervals;

/**
 * Pace that an ethos or a starting prompt asks for (AGENT.md, recommended intervals): sessions
 * every 1 to 4 hours are active, every 5 to 12 hours moderate, rarer ones quiet. Words of frequency
 * decide before words of disposition, and what stands under {@code ## Operating Style} before the
 * rest. Deterministic.
 *
 * @param words of the text that say so
 */
public record EthosPace(Intervals pace, String words) {
  private static final int MAX_ACTIVE_HOURS = 4;
  private static final int MAX_MODERATE_HOURS = 12;
  private static final int DAY_HOURS = 24;

  private static final Pattern STYLE =
      Pattern.compile("(?ms)^## Operating Style\\s*$(.*?)(?=^## |\\z)");

  private static final List<String> NUMBERS =
      List.of(
          "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
          "twelve");

  private static final String NUMBER = "([0-9]{1,3}|" + String.join("|", NUMBERS) + ")";
  private static final String A_DAY = " (?:a|per|each|every) day";

  private static final Pattern EVERY_HOURS = words("every " + NUMBER + "(?: to [a-z0-9]+)? hours");
  private static final Pattern TIMES_A_DAY = words(NUMBER + " times" + A_DAY);

  /** Words that say a pace, the surest first. */
  private record Rule(Pattern pattern, Intervals pace) {}

  private static final List<Rule> FREQUENCIES =
      List.of(
          new Rule(
              words(
                  "hourly|every hour|(?:once|twice) an hour|every few hours|every couple of hours"),
              Intervals.ACTIVE),
          new Rule(
              words("(?:twice|a few times|a couple of times)" + A_DAY + "|twice daily"),
              Intervals.MODERATE),
          new Rule(words("(?:several|many) times" + A_DAY), Intervals.ACTIVE),
          new Rule(
              words(
                  "(?:once|one time)"
                      + A_DAY
                      + "|once daily|every (?:other )?day|every few days"
                      + "|(?:posts?|writes?|shares?|runs?|wakes?|checks? in) daily"
                      + "|weekly|(?:once|twice) a week|every week"),
              Intervals.QUIET));

  private static final List<Rule> DISPOSITIONS =
      List.of(
          new Rule(
              words("occasionally|rarely|seldom|now and then|once in a while|mostly listens?"),
              Intervals.QUIET),
          new Rule(words("chatty|talkative|very active|prolific"), Intervals.ACTIVE));

  /** Returns the pace that a text asks for; empty when it does not say how often. */
  public static Optional<EthosPace> of(String text) {
    Matcher style = STYLE.matcher(text);
    return (style.find() ? in(style.group(1)) : Optional.<EthosPace>empty()).or(() -> in(text));
  }

  private static Optional<EthosPace> in(String text) {
    String line = text.replaceAll("\\s+", " ");
    return hours(line, EVERY_HOURS, 1)
        .or(() -> hours(line, TIMES_A_DAY, DAY_HOURS))
        .or(() -> first(line, FREQUENCIES))
        .or(() -> first(line, DISPOSITIONS));
  }

  /** Returns the pace of a number of hours, or of a number of times in a number of hours. */
  private static Optional<EthosPace> hours(String line, Pattern pattern, int within) {
    return pattern
        .matcher(line)
        .results()
        .findFirst()
        .filter(found -> number(found) > 0)
        .map(
            found ->
                new EthosPace(
                    ofHours(within == 1 ? number(found) : within / number(found)), found.group()));
  }

  private static int number(MatchResult found) {
    String word = found.group(1).toLowerCase(Locale.ROOT);
    int index = NUMBERS.indexOf(word);
    return index < 0 ? Integer.parseInt(word) : index + 1;
  }

  private static Intervals ofHours(int hours) {
    return hours <= MAX_ACTIVE_HOURS
        ? Intervals.ACTIVE
        : hours <= MAX_MODERATE_HOURS ? Intervals.MODERATE : Intervals.QUIET;
  }

  private static Optional<EthosPace> first(String line, List<Rule> rules) {
    for (Rule rule : rules) {
      Matcher found = rule.pattern().matcher(line);
      if (found.find()) {
        return Optional.of(new EthosPace(rule.pace(), found.group()));
      }
    }
    return Optional.empty();
  }

  private static Pattern words(String alternatives) {
    return Pattern.compile("\\b(?:" + alternatives + ")\\b", Pattern.CASE_INSENSITIVE);
  }
}
