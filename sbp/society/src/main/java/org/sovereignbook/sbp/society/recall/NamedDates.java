package org.sovereignbook.sbp.society.recall;

import java.time.LocalDate;
import java.time.Month;
import java.time.MonthDay;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Years, months and days that a query names, in English or as ISO dates. A date fits when it has a
 * named year and month, or a named day; also a few days later, when people tell of it.
 */
record NamedDates(Set<Integer> years, Set<Month> months, Set<MonthDay> days) {
  private static final int DAYS_AFTER = 7;

  private static final String MONTHS =
      Arrays.stream(Month.values())
          .map(month -> name(month) + "|" + name(month).substring(0, 3))
          .collect(Collectors.joining("|"));

  private static final Pattern YEAR = Pattern.compile("\\b(?:19|20)\\d\\d\\b");
  private static final Pattern ISO = Pattern.compile("\\b\\d{4}-(\\d{2})(?:-(\\d{2}))?\\b");

  /** A name of a month with the words beside it, which distinguish "may" and "march". */
  private static final Pattern MONTH =
      Pattern.compile(
          "\\b(?:(in|of|since|until|by|during|last|next|early|late|mid)\\s+"
              + "|(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?("
              + MONTHS
              + ")\\b\\.?(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b)?(?:,?\\s+((?:19|20)\\d\\d)\\b)?");

  NamedDates {
    years = Set.copyOf(years);
    months = Set.copyOf(months);
    days = Set.copyOf(days);
  }

  static NamedDates of(String query) {
    String text = query.toLowerCase(Locale.ROOT);
    Set<Integer> years =
        YEAR.matcher(text)
            .results()
            .map(year -> Integer.valueOf(year.group()))
            .collect(Collectors.toSet());
    Set<Month> months = new HashSet<>();
    Set<MonthDay> days = new HashSet<>();
    MONTH
        .matcher(text)
        .results()
        .filter(NamedDates::isMonth)
        .forEach(
            name -> {
              Month month = month(name.group(3));
              months.add(month);
              add(days, month, group(name, 2));
              add(days, month, group(name, 4));
            });
    ISO.matcher(text)
        .results()
        .forEach(
            date -> {
              int month = Integer.parseInt(date.group(1));
              if (month >= 1 && month <= Month.values().length) {
                months.add(Month.of(month));
                add(days, Month.of(month), group(date, 2));
              }
            });
    return new NamedDates(years, months, days);
  }

  boolean isEmpty() {
    return years.isEmpty() && months.isEmpty();
  }

  boolean fits(LocalDate date) {
    for (int after = 0; after <= DAYS_AFTER; after++) {
      if (isNamed(date.minusDays(after))) {
        return true;
      }
    }
    return false;
  }

  private boolean isNamed(LocalDate date) {
    return (years.isEmpty() || years.contains(date.getYear()))
        && (months.isEmpty() || months.contains(date.getMonth()))
        && (days.isEmpty() || days.contains(MonthDay.from(date)));
  }

  private static boolean isMonth(MatchResult name) {
    String word = name.group(3);
    return !(word.equals("may") || word.equals("march") || word.equals("mar"))
        || IntStream.of(1, 2, 4, 5).anyMatch(beside -> group(name, beside).isPresent());
  }

  private static Optional<String> group(MatchResult found, int number) {
    return Optional.ofNullable(found.group(number));
  }

  private static void add(Set<MonthDay> days, Month month, Optional<String> day) {
    day.map(Integer::valueOf)
        .filter(number -> number >= 1 && number <= month.maxLength())
        .ifPresent(number -> days.add(MonthDay.of(month, number)));
  }

  /** Returns the words of a date, as they are indexed. */
  static String words(LocalDate date) {
    return date.getDayOfMonth() + " " + name(date.getMonth()) + " " + date.getYear();
  }

  private static String name(Month month) {
    return month.name().toLowerCase(Locale.ROOT);
  }

  private static Month month(String name) {
    return Arrays.stream(Month.values())
        .filter(month -> name(month).startsWith(name.substring(0, 3)))
        .findFirst()
        .orElseThrow();
  }
}
