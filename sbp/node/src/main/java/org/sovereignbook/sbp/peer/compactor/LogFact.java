package org.sovereignbook.sbp.peer.compactor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Entries of one day that say the same of different people and pieces.
 *
 * @param shape the text with {@code …} for each name, title, key and address, and {@code #} for
 *     each number and hash
 * @param count how many entries there were
 * @param values the names and titles of each entry, in quotes; distinct, bounded
 * @param more how many distinct values were left out
 */
record LogFact(String component, String shape, int count, SequencedSet<String> values, int more) {
  private static final int MAX_VALUES = 12;
  private static final int MAX_VALUE_CHARACTERS = 120;
  private static final String QUOTED = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"";

  private static final Pattern VALUE =
      Pattern.compile(
          QUOTED
              + "|https?://[^\\s,;()\"]+"
              + "|\\bsbp1:[A-Za-z0-9:_-]+"
              + "|(?<![A-Za-z0-9_:-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])");
  private static final Pattern NUMBER =
      Pattern.compile(
          "\\bsha256:[0-9a-f]{64}\\b"
              + "|\\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]+Z(?:-[0-9a-z]+)?"
              + "|\\b[0-9]+(?:[.,:][0-9]+)*\\b");
  private static final Pattern RENDERED =
      Pattern.compile("- \\[([a-z][a-z0-9_-]*)\\] ([0-9]{1,9})x ([^\"]*?)(?:: (\".*))?");
  private static final Pattern VALUES = Pattern.compile(QUOTED + "(?:, " + QUOTED + ")*+");
  private static final Pattern MORE = Pattern.compile("; ([0-9]{1,9}) more$");

  LogFact {
    SequencedSet<String> kept = new LinkedHashSet<>();
    for (String value : values) {
      if (kept.size() < MAX_VALUES) {
        kept.add(value);
      } else {
        more++;
      }
    }
    values = Collections.unmodifiableSequencedSet(kept);
  }

  static LogFact of(String component, String text) {
    List<String> named = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    String shape =
        VALUE
            .matcher(text)
            .replaceAll(
                match -> {
                  (match.group().startsWith("\"") ? named : keys).add(quoted(match.group()));
                  return "…";
                });
    shape = NUMBER.matcher(shape).replaceAll("#").replace('"', '\'').strip();
    // Keys and addresses say who it was only where no name does.
    List<String> told = named.isEmpty() ? keys : named;
    SequencedSet<String> values = new LinkedHashSet<>();
    if (!told.isEmpty()) {
      values.add(String.join(", ", told));
    }
    return new LogFact(component, shape, 1, values, 0);
  }

  /** Reads what {@link #render} made; empty for any other line. */
  static Optional<LogFact> parse(String line) {
    Matcher rendered = RENDERED.matcher(line);
    if (!rendered.matches()) {
      return Optional.empty();
    }
    String list = Optional.ofNullable(rendered.group(4)).orElse("");
    Matcher more = MORE.matcher(list);
    SequencedSet<String> values = new LinkedHashSet<>();
    Matcher value = VALUES.matcher(list);
    while (value.find()) {
      values.add(value.group());
    }
    return Optional.of(
        new LogFact(
            rendered.group(1),
            rendered.group(3),
            Integer.parseInt(rendered.group(2)),
            values,
            more.find() ? Integer.parseInt(more.group(1)) : 0));
  }

  /** Adds another fact of the same component and shape. */
  LogFact plus(LogFact other) {
    SequencedSet<String> both = new LinkedHashSet<>(values);
    both.addAll(other.values);
    return new LogFact(component, shape, count + other.count, both, more + other.more);
  }

  String render() {
    String list = values.isEmpty() ? "" : ": " + String.join("; ", values);
    return "- ["
        + component
        + "] "
        + count
        + "x "
        + shape
        + list
        + (more > 0 ? "; " + more + " more" : "");
  }

  private static String quoted(String value) {
    String inner = value.startsWith("\"") ? value.substring(1, value.length() - 1) : value;
    if (inner.length() <= MAX_VALUE_CHARACTERS) {
      return '"' + inner + '"';
    }
    int end = MAX_VALUE_CHARACTERS - 1;
    while (inner.charAt(end - 1) == '\\' || Character.isHighSurrogate(inner.charAt(end - 1))) {
      end--;
    }
    return '"' + inner.substring(0, end) + "…\"";
  }
}
