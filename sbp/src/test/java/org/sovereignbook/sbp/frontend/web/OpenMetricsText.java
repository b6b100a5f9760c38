package org.sovereignbook.sbp.frontend.web;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict reader of the OpenMetrics text format 1.0, and of the Prometheus text format 0.0.4, as
 * far as gauges and counters go, by their specifications: order of the descriptors, each family
 * with its help, suffixes, units, no double sample, the end.
 */
final class OpenMetricsText {
  private static final Pattern DESCRIPTOR =
      Pattern.compile("# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{[a-zA-Z_][a-zA-Z0-9_]*=\"[^\"\\\\\\n"
              + "]*\"\\})? (-?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)");

  private final Map<String, Double> samples = new LinkedHashMap<>();
  private final Set<String> families = new HashSet<>();
  private String family = "";
  private String type = "";
  private String unit = "";
  private boolean hasSamples;
  private boolean hasHelp;
  private final boolean isOlder;

  private OpenMetricsText(boolean isOlder) {
    this.isOlder = isOlder;
  }

  /** Returns the samples by name and label, or throws with the first fault. */
  static Map<String, Double> read(String text) {
    if (!text.endsWith("# EOF\n")) {
      throw new IllegalArgumentException("it does not end with # EOF and a line feed");
    }
    return new OpenMetricsText(false).lines(text.substring(0, text.length() - "# EOF\n".length()));
  }

  /** Returns the samples of the older format, or throws with the first fault. */
  static Map<String, Double> readOlder(String text) {
    if (text.contains("EOF") || !text.endsWith("\n")) {
      throw new IllegalArgumentException("the older format has no end but its last line feed");
    }
    return new OpenMetricsText(true).lines(text);
  }

  private Map<String, Double> lines(String text) {
    text.lines().forEach(this::line);
    return samples;
  }

  private void line(String line) {
    Matcher descriptor = DESCRIPTOR.matcher(line);
    if (descriptor.matches()) {
      described(descriptor.group(1), descriptor.group(2), descriptor.group(3));
      return;
    }
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()) {
      throw new IllegalArgumentException("neither descriptor nor sample: " + line);
    }
    String suffix = type.equals("counter") && !isOlder ? "_total" : "";
    if (!hasHelp) {
      throw new IllegalArgumentException("no help before " + line);
    }
    if (!sample.group(1).equals(family + suffix)) {
      throw new IllegalArgumentException("no sample of the family " + family + ": " + line);
    }
    double value = Double.parseDouble(sample.group(3));
    if (type.equals("counter") && value < 0) {
      throw new IllegalArgumentException("a counter below 0: " + line);
    }
    String labels = sample.group(2) == null ? "" : sample.group(2);
    if (samples.put(sample.group(1) + labels, value) != null) {
      throw new IllegalArgumentException("twice: " + line);
    }
    hasSamples = true;
  }

  private void described(String what, String name, String text) {
    switch (what) {
      case "TYPE" -> {
        if (!families.add(name)) {
          throw new IllegalArgumentException("interleaved family " + name);
        }
        boolean isTotal = isOlder && text.equals("counter");
        if (!List.of("gauge", "counter").contains(text) || name.endsWith("_total") != isTotal) {
          throw new IllegalArgumentException("type or name: " + name + " " + text);
        }
        family = name;
        type = text;
        unit = "";
        hasSamples = false;
        hasHelp = false;
      }
      case "UNIT" -> {
        unit = text;
        if (isOlder || !name.equals(family) || !name.endsWith("_" + unit) || hasSamples) {
          throw new IllegalArgumentException("unit of " + name);
        }
      }
      default -> {
        if (!name.equals(family) || hasSamples || text.isBlank()) {
          throw new IllegalArgumentException("help of " + name);
        }
        hasHelp = true;
      }
    }
  }
}
