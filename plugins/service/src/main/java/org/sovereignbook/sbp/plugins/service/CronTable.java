package org.sovereignbook.sbp.plugins.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A user's crontab. Only this program's marked lines in it are ever changed. */
record CronTable(List<String> lines) {

  CronTable {
    lines = List.copyOf(lines);
  }

  static CronTable of(String text) {
    return new CronTable(text.lines().toList());
  }

  /** Returns the marked lines of an instance; empty when there are none. */
  Optional<String> block(String instance) {
    int begin = lines.indexOf(begin(instance));
    int end = lines.indexOf(end(instance));
    return begin < 0 || end < begin
        ? Optional.empty()
        : Optional.of(String.join("\n", lines.subList(begin, end + 1)) + "\n");
  }

  /** Returns the instances with lines in the table. */
  List<String> instances() {
    return lines.stream()
        .filter(line -> line.startsWith(begin("")))
        .map(line -> line.substring(begin("").length()))
        .toList();
  }

  CronTable with(String instance, String block) {
    List<String> all = new ArrayList<>(without(instance).lines());
    all.addAll(block.lines().toList());
    return new CronTable(all);
  }

  CronTable without(String instance) {
    int begin = lines.indexOf(begin(instance));
    int end = lines.indexOf(end(instance));
    if (begin < 0 || end < begin) {
      return this;
    }
    List<String> all = new ArrayList<>(lines.subList(0, begin));
    all.addAll(lines.subList(end + 1, lines.size()));
    return new CronTable(all);
  }

  String text() {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  private static String begin(String instance) {
    return "# BEGIN sbp " + instance;
  }

  private static String end(String instance) {
    return "# END sbp " + instance;
  }
}
