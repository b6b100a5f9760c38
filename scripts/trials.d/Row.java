import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Result of one trial, a row of the table.
 *
 * @param state passed, failed or skipped
 * @param reason why it failed or was skipped; of a passed one, which of its tests were skipped
 */
record Row(String name, String state, double minutes, String reason, long seed) {
  static final String PASSED = "passed";
  static final String FAILED = "failed";
  static final String SKIPPED = "skipped";

  boolean is(String other) {
    return state.equals(other);
  }

  String json() {
    return "{\"name\": %s, \"state\": %s, \"minutes\": %s, \"reason\": %s, \"seed\": %d}"
        .formatted(quoted(name), quoted(state), decimal(minutes), quoted(reason), seed);
  }

  static String decimal(double minutes) {
    return String.format(Locale.ROOT, "%.1f", minutes);
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char each : text.toCharArray()) {
      if (each == '"' || each == '\\') {
        quoted.append('\\').append(each);
      } else if (each < ' ') {
        quoted.append(String.format("\\u%04x", (int) each));
      } else {
        quoted.append(each);
      }
    }
    return quoted.append('"').toString();
  }

  /** Returns the row as a line of the file that {@code --resume} reads. */
  String line() {
    return String.join("\t", name, state, decimal(minutes), String.valueOf(seed), reason);
  }

  /** Returns the row of such a line; empty for one that a kill has torn. */
  static Optional<Row> of(String line) {
    List<String> parts = List.of(line.split("\t", 5));
    return parts.size() < 5
        ? Optional.empty()
        : Optional.of(
            new Row(
                parts.get(0),
                parts.get(1),
                Double.parseDouble(parts.get(2)),
                parts.get(4),
                Long.parseLong(parts.get(3))));
  }
}
