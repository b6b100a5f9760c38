package org.sovereignbook.sbp.peer.compactor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Summary of one day of the session log: the number of entries of each component, every change of
 * trust in full, and all other facts with their counts. Not thread-safe.
 */
final class CondensedDay {
  private static final String ENTRIES = "- entries: ";
  private static final String TRUST = "- trust: ";
  private static final String NOTE = "- note: ";
  private static final Pattern COUNT = Pattern.compile("([a-z][a-z0-9_-]*) ([0-9]{1,9})");
  private static final String STATE = "(?:unknown|known|endorsed|trusted|blocked)";

  /**
   * Says that a peer's trust changed, not how often that happened in a run; looked for outside of
   * quotes, where no peer can write.
   */
  private static final Pattern TRUST_CHANGE =
      Pattern.compile(
          "\\b(?:update_trust|promoted|demoted|blocked|unblocked)\\b(?!=| #)"
              + "|\\b"
              + STATE
              + "\\s*(?:->|→|to)\\s*"
              + STATE
              + "\\b"
              + "|\\btrust\\b.*\\b"
              + STATE
              + "\\b");

  private final Map<String, Integer> entries = new TreeMap<>();
  private final Set<String> trustChanges = new LinkedHashSet<>();
  private final Map<String, LogFact> facts = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();

  /**
   * Adds a line of the log.
   *
   * @param text what follows component and time
   * @param line the whole line
   */
  void addEntry(String component, String text, String line) {
    entries.merge(component, 1, Integer::sum);
    LogFact fact = LogFact.of(component, text);
    if (TRUST_CHANGE.matcher(fact.shape()).find()) {
      trustChanges.add(line);
    } else {
      add(fact);
    }
  }

  /** Adds a line that is no entry of a component, such as a remark of the operator. */
  void addNote(String line) {
    notes.add(line);
  }

  /** Adds a line that {@link #render} made earlier; any other is kept as a note. */
  void addCondensed(String line) {
    Optional<LogFact> fact = LogFact.parse(line);
    if (line.startsWith(ENTRIES)) {
      Matcher count = COUNT.matcher(line.substring(ENTRIES.length()));
      while (count.find()) {
        entries.merge(count.group(1), Integer.parseInt(count.group(2)), Integer::sum);
      }
    } else if (line.startsWith(TRUST)) {
      trustChanges.add(line.substring(TRUST.length()));
    } else if (line.startsWith(NOTE)) {
      addNote(line.substring(NOTE.length()));
    } else if (fact.isPresent()) {
      add(fact.get());
    } else {
      addNote(line);
    }
  }

  List<String> render() {
    List<String> lines = new ArrayList<>();
    if (!entries.isEmpty()) {
      lines.add(
          ENTRIES
              + entries.entrySet().stream()
                  .map(entry -> entry.getKey() + " " + entry.getValue())
                  .collect(Collectors.joining(", ")));
    }
    trustChanges.forEach(change -> lines.add(TRUST + change));
    facts.values().forEach(fact -> lines.add(fact.render()));
    notes.forEach(note -> lines.add(NOTE + note));
    return lines;
  }

  private void add(LogFact fact) {
    facts.merge(fact.component() + " " + fact.shape(), fact, LogFact::plus);
  }
}
