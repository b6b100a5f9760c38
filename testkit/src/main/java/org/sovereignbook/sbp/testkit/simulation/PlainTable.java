package org.sovereignbook.sbp.testkit.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tables of Markdown, read once more for the judge; no cell may have a bar in it. */
final class PlainTable {
  private PlainTable() {}

  /** Returns the rows of the only table in a text, by the names of its columns. */
  static List<Map<String, String>> rows(String text) {
    List<List<String>> lines =
        text.lines().filter(line -> line.startsWith("|")).map(PlainTable::cells).toList();
    List<Map<String, String>> rows = new ArrayList<>();
    for (List<String> cells : lines.stream().skip(2).toList()) {
      Map<String, String> row = new TreeMap<>();
      for (int i = 0; i < Math.min(cells.size(), lines.getFirst().size()); i++) {
        row.put(lines.getFirst().get(i), cells.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
  }
}
