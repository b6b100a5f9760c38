package org.sovereignbook.sbp.frontend.web;

import java.util.Map;
import java.util.SequencedMap;

/**
 * Writer of the OpenMetrics text format 1.0. Labels have one name and values from a closed list, so
 * nothing is escaped: other values are refused. For one thread.
 */
final class OpenMetrics {
  private static final String WORD = "[a-z][a-z0-9_]*";

  private final StringBuilder text = new StringBuilder();

  /** Adds a value that goes up and down. */
  OpenMetrics gauge(String name, String unit, String help, double value) {
    head(name, "gauge", unit, help);
    sample(name, value);
    return this;
  }

  /** Adds one value for each word of a closed list. */
  OpenMetrics gauges(String name, String help, String label, SequencedMap<String, Integer> values) {
    head(name, "gauge", "", help);
    for (Map.Entry<String, Integer> each : values.entrySet()) {
      require(each.getKey());
      sample(name + "{" + label + "=\"" + each.getKey() + "\"}", each.getValue());
    }
    return this;
  }

  /** Adds a value that only grows. */
  OpenMetrics counter(String name, String unit, String help, double value) {
    head(name, "counter", unit, help);
    sample(name + "_total", value);
    return this;
  }

  private void head(String name, String type, String unit, String help) {
    require(name);
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    if (!unit.isEmpty()) {
      if (!name.endsWith("_" + unit)) {
        throw new IllegalArgumentException(name + " does not end with its unit " + unit);
      }
      text.append("# UNIT ").append(name).append(' ').append(unit).append('\n');
    }
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
  }

  private static void require(String word) {
    if (!word.matches(WORD)) {
      throw new IllegalArgumentException("no name or label of a metric: " + word);
    }
  }

  private void sample(String name, double value) {
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
    text.append(name)
        .append(' ')
        .append(isWhole ? Long.toString((long) value) : Double.toString(value))
        .append('\n');
  }

  /** Returns the whole text with its end. */
  String end() {
    return text + "# EOF\n";
  }
}
