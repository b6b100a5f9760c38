package org.sovereignbook.sbp.cli.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jline.utils.WCWidth;

/**
 * Columns for people: aligned with spaces, two between them, no line ends in a space. Cells must be
 * harmless already ({@code PeerText}).
 */
public final class Table {
  private static final String GAP = "  ";

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  private Table(List<String> header) {
    this.header = header;
  }

  public static Table of(String... header) {
    return new Table(List.of(header));
  }

  /** Adds a row with one cell a column. */
  public Table row(String... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells under " + header.size() + " columns");
    }
    rows.add(List.of(cells));
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The header and the rows, each a line. */
  public List<String> lines() {
    int[] widths = new int[header.size()];
    measure(widths, header);
    rows.forEach(row -> measure(widths, row));
    List<String> lines = new ArrayList<>();
    lines.add(line(widths, header));
    rows.forEach(row -> lines.add(line(widths, row)));
    return lines;
  }

  private static void measure(int[] widths, List<String> cells) {
    Arrays.setAll(widths, i -> Math.max(widths[i], width(cells.get(i))));
  }

  private static String line(int[] widths, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      line.append(cell).append(" ".repeat(widths[i] - width(cell))).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  /** Cut to so many columns of a terminal, the last one an ellipsis then. */
  public static String clip(String cell, int columns) {
    if (width(cell) <= columns) {
      return cell;
    }
    StringBuilder clipped = new StringBuilder();
    int used = 1;
    for (int codePoint : cell.codePoints().toArray()) {
      used += Math.max(0, WCWidth.wcwidth(codePoint));
      if (used > columns) {
        break;
      }
      clipped.appendCodePoint(codePoint);
    }
    return clipped.append('\u2026').toString();
  }

  /** In columns of a terminal: East Asian characters take two, combining ones none. */
  private static int width(String cell) {
    return cell.codePoints().map(codePoint -> Math.max(0, WCWidth.wcwidth(codePoint))).sum();
  }
}
