package org.sovereignbook.sbp.frontend.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jline.utils.WCWidth;

/**
 * Columns for people, aligned with spaces, two between them, none at the end of a line; the header
 * in capitals. On a narrow screen the widest columns are cut, or the last one wraps. Cells must be
 * safe ({@code PeerText}), and may have a {@link Style}.
 */
public final class Table {
  /** The width for pipes: no limit. */
  public static final int ANY_WIDTH = Integer.MAX_VALUE;

  private static final String GAP = "  ";
  private static final Pattern FIRST_COLUMN = Pattern.compile(".*?\\S {2,}(?:\033\\[0m ?)?");
  private static final int NARROWEST = 6;
  private static final int NARROWEST_TEXT = 24;
  private static final char ELLIPSIS = '\u2026';

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();
  private List<String> whole = List.of();
  private boolean wrapsLast;

  private Table(List<String> header) {
    this.header = header;
  }

  public static Table of(String... header) {
    return new Table(Stream.of(header).map(name -> name.toUpperCase(Locale.ROOT)).toList());
  }

  /** Never cuts these columns, such as an id that a person copies. */
  public Table whole(String... columns) {
    whole = Stream.of(columns).map(name -> name.toUpperCase(Locale.ROOT)).toList();
    return this;
  }

  /** Breaks the text of the last column into lines instead of cutting it. */
  public Table wrapsLast() {
    wrapsLast = true;
    return this;
  }

  /** Adds a row with one cell per column: a text, or what becomes one; {@code -} for an absent. */
  public Table row(Object... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells under " + header.size() + " columns");
    }
    rows.add(Stream.of(cells).map(cell -> Style.safe(text(cell), "")).toList());
    return this;
  }

  private static String text(Object cell) {
    return cell instanceof Optional<?> some
        ? some.map(Object::toString).orElse("-")
        : cell.toString();
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns the header and the rows, each as a line of any length. */
  public List<String> lines() {
    return lines(ANY_WIDTH);
  }

  /** Returns the lines for a screen of this many columns. */
  public List<String> lines(int columns) {
    int[] widths = new int[header.size()];
    measure(widths, header);
    rows.forEach(row -> measure(widths, row));
    fit(widths, columns);
    List<String> lines = new ArrayList<>();
    lines.add(line(widths, header.stream().map(Style.HEADING::on).toList()));
    for (List<String> row : rows) {
      List<String> last = wrapsLast ? wrap(row.getLast(), widths[widths.length - 1]) : List.of();
      lines.add(line(widths, last.isEmpty() ? row : withLast(row, last.getFirst())));
      last.stream()
          .skip(1)
          .map(text -> line(widths, withLast(row.stream().map(_ -> "").toList(), text)))
          .forEach(lines::add);
    }
    return lines;
  }

  private static List<String> withLast(List<String> row, String last) {
    return Stream.concat(row.stream().limit(row.size() - 1L), Stream.of(last)).toList();
  }

  private static void measure(int[] widths, List<String> cells) {
    Arrays.setAll(widths, i -> Math.max(widths[i], width(cells.get(i))));
  }

  /**
   * Takes from the widest column, one character after the other, until all fit or none can be cut.
   */
  private void fit(int[] widths, int columns) {
    long over = Arrays.stream(widths).asLongStream().sum();
    over += (long) GAP.length() * (widths.length - 1) - columns;
    for (; over > 0; over--) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        if (widths[i] > narrowest(i) && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
  }

  private int narrowest(int column) {
    if (whole.contains(header.get(column))) {
      return Integer.MAX_VALUE;
    }
    boolean isText = wrapsLast && column == header.size() - 1;
    return Math.max(isText ? NARROWEST_TEXT : NARROWEST, header.get(column).length());
  }

  private static String line(int[] widths, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = clip(cells.get(i), widths[i]);
      line.append(cell).append(" ".repeat(widths[i] - width(cell))).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  /** Cuts the text to this many columns of a terminal, with an ellipsis at the end. */
  public static String clip(String cell, int columns) {
    if (width(cell) <= columns) {
      return cell;
    }
    StringBuilder clipped = new StringBuilder();
    int used = 1;
    boolean isFull = false;
    for (int i = 0; i < cell.length(); ) {
      int next = next(cell, i);
      used += cell.charAt(i) == Style.ESCAPE ? 0 : columns(cell.codePointAt(i));
      if (cell.charAt(i) == Style.ESCAPE) {
        clipped.append(cell, i, next);
      } else if (!isFull && used <= columns) {
        clipped.append(cell, i, next);
      } else if (!isFull) {
        clipped.append(ELLIPSIS);
        isFull = true;
      }
      i = next;
    }
    return clipped.toString();
  }

  /** Returns a long line as several; later ones are indented to the end of its first column. */
  public static List<String> hanging(String line, int columns) {
    if (width(line) <= columns) {
      return List.of(line);
    }
    Matcher first = FIRST_COLUMN.matcher(line);
    String label = first.lookingAt() && width(first.group()) < columns / 2 ? first.group() : "";
    int indent = label.isEmpty() ? GAP.length() : width(label);
    List<String> parts = wrap(line.substring(label.length()), columns - indent);
    List<String> lines = new ArrayList<>(List.of(label + parts.getFirst()));
    parts.stream().skip(1).map(part -> " ".repeat(indent) + part).forEach(lines::add);
    return lines;
  }

  /** Breaks a text at spaces into lines of this many columns; at least one line. */
  public static List<String> wrap(String text, int columns) {
    if (width(text) <= columns) {
      return List.of(text);
    }
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > columns) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /**
   * Returns the width in columns of a terminal: East Asian characters take two, combining ones and
   * styles none.
   */
  private static int width(String cell) {
    return Style.strip(cell).codePoints().map(Table::columns).sum();
  }

  private static int columns(int codePoint) {
    return Math.max(0, WCWidth.wcwidth(codePoint));
  }

  /** Returns the end of the character or style at this position. */
  private static int next(String cell, int at) {
    return cell.charAt(at) == Style.ESCAPE
        ? cell.indexOf('m', at) + 1
        : cell.offsetByCodePoints(at, 1);
  }
}
