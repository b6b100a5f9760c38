package org.sovereignbook.sbp.frontend.web;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writer of numbers for a monitoring system, in the OpenMetrics text format 1.0 or the older
 * Prometheus text format 0.0.4. Labels have one name and values from a closed list, so nothing is
 * escaped: other values are refused. For one thread.
 */
final class OpenMetrics {
  private static final String WORD = "[a-z][a-z0-9_]*";
  private static final String TOTAL = "_total";

  /** Format of the text. */
  enum Format {
    /** Has units, and an end. */
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8"),
    /** Describes a counter by the whole name of its sample. */
    TEXT("text/plain; version=0.0.4; charset=utf-8");

    private static final String OPEN_METRICS_RANGE = "application/openmetrics-text";
    private static final Pattern QUALITY = Pattern.compile(";\\s*q=([0-9](?:\\.[0-9]{0,3})?)");

    private final String type;

    Format(String type) {
      this.type = type;
    }

    /** Returns the media type. */
    String type() {
      return type;
    }

    /**
     * Returns the format that a client asks for: OpenMetrics where it is named and not liked less
     * than {@code text/plain}, otherwise the older one, which every client reads.
     */
    static Format of(Optional<String> accept) {
      double open = 0;
      double plain = 0;
      for (String range : accept.orElse("").toLowerCase(Locale.ROOT).split(",", -1)) {
        Matcher given = QUALITY.matcher(range);
        double quality = given.find() ? Double.parseDouble(given.group(1)) : 1;
        if (range.strip().startsWith(OPEN_METRICS_RANGE)) {
          open = Math.max(open, quality);
        } else if (range.strip().startsWith("text/plain")) {
          plain = Math.max(plain, quality);
        }
      }
      return open > 0 && open >= plain ? OPEN_METRICS : TEXT;
    }
  }

  private final Format format;
  private final StringBuilder text = new StringBuilder();

  OpenMetrics(Format format) {
    this.format = format;
  }

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
    sample(name + TOTAL, value);
    return this;
  }

  private void head(String name, String type, String unit, String help) {
    require(name);
    if (!unit.isEmpty() && !name.endsWith("_" + unit)) {
      throw new IllegalArgumentException(name + " does not end with its unit " + unit);
    }
    boolean isOpen = format == Format.OPEN_METRICS;
    String described = !isOpen && type.equals("counter") ? name + TOTAL : name;
    describe("TYPE", described, type);
    if (isOpen && !unit.isEmpty()) {
      describe("UNIT", described, unit);
    }
    describe("HELP", described, help);
  }

  private void describe(String what, String name, String said) {
    text.append("# ").append(what).append(' ').append(name).append(' ').append(said).append('\n');
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

  /** Returns the whole text, with the end that its format has. */
  String end() {
    return format == Format.OPEN_METRICS ? text + "# EOF\n" : text.toString();
  }
}
