package org.sovereignbook.sbp.peer.compactor;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.model.judgment.JobRun;

/**
 * Condenses session-log.md without a model (IMPLEMENTATION §2, compactor): the newest {@value
 * #KEPT_LINES} lines stay as they are, older ones become counts and facts by day. A log condensed
 * before keeps its days, and new lines join them. Deterministic; condensing its own result again
 * changes nothing.
 */
public final class Compaction {
  /** Number of the newest lines that stay as they are. */
  public static final int KEPT_LINES = 200;

  /** Stands between what was condensed and what is still verbatim. */
  public static final String MARKER = "<!-- condensed above, verbatim below -->";

  private static final String TITLE = "# Session log, condensed";
  private static final String DAY_PREFIX = "## ";
  private static final String UNDATED = "undated";
  private static final Pattern ENTRY =
      Pattern.compile("\\[([a-z][a-z0-9_-]*)\\] (\\d{4}-\\d{2}-\\d{2})T\\d{2}:\\d{2}:\\d{2}Z (.*)");

  private final TreeMap<String, CondensedDay> days = new TreeMap<>();
  private String today = UNDATED;

  private Compaction() {}

  /**
   * The parts of a log.
   *
   * @param condensed what an earlier run made, without the marker
   * @param older lines to condense now
   * @param newest lines to keep
   */
  record Parts(List<String> condensed, List<String> older, List<String> newest) {}

  static Parts split(List<String> lines) {
    int marker = lines.lastIndexOf(MARKER);
    List<String> verbatim = lines.subList(marker + 1, lines.size());
    List<String> newest = newest(verbatim, KEPT_LINES);
    return new Parts(
        lines.subList(0, Math.max(0, marker)),
        verbatim.subList(0, verbatim.size() - newest.size()),
        newest);
  }

  /**
   * Returns the condensed log, or the log itself when there is nothing older, or condensing saves
   * nothing.
   */
  public static String condense(String log) {
    List<String> lines = log.lines().toList();
    Parts parts = split(lines);
    if (parts.older().isEmpty()) {
      return log;
    }
    Compaction compaction = new Compaction();
    parts.condensed().forEach(compaction::addCondensed);
    parts.older().forEach(compaction::addLine);
    List<String> result = join(compaction.render(), parts.newest());
    return result.size() < lines.size() ? JobRun.sessionLog(result).text() : log;
  }

  /** Returns the last lines, at most this many. */
  static List<String> newest(List<String> lines, int count) {
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  /** Joins both parts to a log. */
  static List<String> join(List<String> condensed, List<String> newest) {
    List<String> lines = new ArrayList<>(condensed);
    while (!lines.isEmpty() && lines.getLast().isBlank()) {
      lines.removeLast();
    }
    lines.add("");
    lines.add(MARKER);
    lines.addAll(newest);
    return lines;
  }

  private void addCondensed(String line) {
    if (line.startsWith(DAY_PREFIX)) {
      today = line.substring(DAY_PREFIX.length()).strip();
    } else if (!line.isBlank() && !line.equals(TITLE)) {
      day().addCondensed(line);
    }
  }

  private void addLine(String line) {
    Matcher entry = ENTRY.matcher(line);
    if (entry.matches()) {
      today = entry.group(2);
      day().addEntry(entry.group(1), entry.group(3), line);
    } else if (!line.isBlank()) {
      day().addNote(line);
    }
  }

  private CondensedDay day() {
    return days.computeIfAbsent(today, name -> new CondensedDay());
  }

  private List<String> render() {
    List<String> lines = new ArrayList<>();
    lines.add(TITLE);
    days.forEach(
        (name, day) -> {
          lines.add("");
          lines.add(DAY_PREFIX + name);
          lines.addAll(day.render());
        });
    return lines;
  }
}
