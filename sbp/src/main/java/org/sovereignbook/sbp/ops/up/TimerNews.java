package org.sovereignbook.sbp.ops.up;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Filter for the lines of a timer: a component that had nothing to do is no news. The lines of a
 * component wait until it says more, or ends. Not thread-safe.
 */
final class TimerNews {
  private static final String NOTHING = "nothing is due";
  private static final String STARTED = "started, ";
  private static final Pattern END = Pattern.compile("[a-z ]+( \\(exit code \\d+\\))? in \\d+ s");
  private static final Pattern IDLE = Pattern.compile("idle in \\d+ s");

  /** The report of a whole tick, which repeats the ends of its components. */
  private static final Pattern REPORT = Pattern.compile("[^,]+ in \\d+ s(, [^,]+ in \\d+ s)+");

  /** So many lines mean that a component does something. */
  private static final int IDLE_LINES = 2;

  private final Map<String, List<String>> held = new LinkedHashMap<>();
  private String last = "";

  /** Takes a line of a timer, and returns the lines that are to be shown by now. */
  List<String> of(String line) {
    int colon = line.indexOf(": ");
    if (line.equals(NOTHING) || line.equals(last) || REPORT.matcher(line).matches()) {
      return List.of();
    }
    if (colon < 0) {
      return List.of(line);
    }
    String component = line.substring(0, colon);
    String text = line.substring(colon + 2);
    if (IDLE.matcher(text).matches()) {
      held.remove(component);
      last = line;
      return List.of();
    }
    if (text.startsWith(STARTED)) {
      held.put(component, new ArrayList<>(List.of(line)));
      return List.of();
    }
    boolean isEnd = END.matcher(text).matches();
    last = isEnd ? line : last;
    List<String> before = held.get(component);
    if (before == null) {
      return List.of(line);
    }
    before.add(line);
    if (isEnd || before.size() > IDLE_LINES) {
      held.remove(component);
      return List.copyOf(before);
    }
    return List.of();
  }
}
