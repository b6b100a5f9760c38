package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.PublicKey;

/**
 * {@code peers.md} as a person may have edited it: one Markdown table with any text around it,
 * columns in any order, unknown columns, broken rows. Whatever a change does not concern is kept,
 * line by line. Immutable.
 */
public final class PeersDocument {

  /** One line of the file. */
  private sealed interface Line {
    /** Text outside the table, the header, the separator, or a row that cannot be read. */
    record Kept(String text) implements Line {}

    /** A row that was read; {@code text} is how it stands in the file. */
    record Row(String text, Peer peer, SequencedMap<String, String> cells) implements Line {}
  }

  private final List<Line> lines;
  private final List<String> columns;
  private final int headerLine;
  private final List<PeerTable.RowProblem> problems;

  private PeersDocument(
      List<Line> lines, List<String> columns, int headerLine, List<PeerTable.RowProblem> problems) {
    this.lines = lines;
    this.columns = columns;
    this.headerLine = headerLine;
    this.problems = problems;
  }

  /** An empty table. */
  public static String header() {
    return MarkdownRow.render(PeerCells.COLUMNS)
        + "\n"
        + MarkdownRow.separator(PeerCells.COLUMNS.size())
        + "\n";
  }

  public static PeersDocument parse(String text) {
    List<String> source = text.isBlank() ? header().lines().toList() : text.lines().toList();
    int header = findHeader(source);
    if (header < 0) {
      List<String> mended = new ArrayList<>(source);
      mended.addAll(header().lines().toList());
      return parse(String.join("\n", mended));
    }
    List<String> columns =
        MarkdownRow.parse(source.get(header)).stream()
            .map(cell -> cell.toLowerCase(Locale.ROOT))
            .toList();
    return new Parser(source, columns, header).parse();
  }

  public PeerTable table() {
    SequencedMap<PublicKey, Peer> rows = new LinkedHashMap<>();
    for (Line line : lines) {
      if (line instanceof Line.Row(String _, Peer peer, SequencedMap<String, String> _)) {
        rows.put(peer.publicKey(), peer);
      }
    }
    return new PeerTable(rows, problems);
  }

  /** The document after these changes; cells that no change names stay as they are. */
  public PeersDocument apply(List<Change> changes) {
    List<Line> changed = new ArrayList<>(lines);
    for (Change change : changes) {
      switch (change) {
        case Change.SetPeer(PublicKey key, Map<String, String> cells) -> set(changed, key, cells);
        case Change.RemovePeer(PublicKey key) -> changed.removeIf(line -> isRow(line, key));
        default -> throw new IllegalArgumentException("not a change of peers: " + change);
      }
    }
    return new PeersDocument(changed, columns, headerLine, problems);
  }

  /**
   * What becomes of a document that a person edited while it was changed elsewhere.
   *
   * @param base what the person began with
   * @param edited what the person made of it
   * @param current what it has become elsewhere; where both changed the same cell, the person's
   *     words hold, and a row that the person deleted stays deleted
   */
  public static PeersDocument merge(
      PeersDocument base, PeersDocument edited, PeersDocument current) {
    return PeersMerge.merge(base, edited, current);
  }

  public String render() {
    List<String> all = allColumns();
    boolean widened = all.size() > columns.size();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      text.append(renderLine(i, all, widened)).append('\n');
    }
    return text.toString();
  }

  private String renderLine(int index, List<String> all, boolean widened) {
    return switch (lines.get(index)) {
      case Line.Kept(String text) when widened && index == headerLine -> MarkdownRow.render(all);
      case Line.Kept(String text) when widened && index == headerLine + 1 ->
          MarkdownRow.separator(all.size());
      case Line.Kept(String text) -> text;
      case Line.Row(String text, Peer _, SequencedMap<String, String> cells) ->
          widened || text.isEmpty()
              ? MarkdownRow.render(all.stream().map(c -> cells.getOrDefault(c, "")).toList())
              : text;
    };
  }

  /** The cells of the rows that can be read. */
  SequencedMap<PublicKey, SequencedMap<String, String>> cells() {
    SequencedMap<PublicKey, SequencedMap<String, String>> rows = new LinkedHashMap<>();
    for (Line line : lines) {
      if (line instanceof Line.Row(String _, Peer peer, SequencedMap<String, String> cells)) {
        rows.put(peer.publicKey(), cells);
      }
    }
    return rows;
  }

  /** All lines that are no row, or none that can be read. */
  List<String> keptLines() {
    return lines.stream()
        .flatMap(line -> line instanceof Line.Kept(String text) ? Stream.of(text) : Stream.of())
        .toList();
  }

  private List<String> allColumns() {
    List<String> all = new ArrayList<>(columns);
    PeerCells.COLUMNS.stream().filter(column -> !all.contains(column)).forEach(all::add);
    return all;
  }

  private void set(List<Line> target, PublicKey key, Map<String, String> changes) {
    for (int i = 0; i < target.size(); i++) {
      if (target.get(i) instanceof Line.Row(String _, Peer peer, var cells)
          && peer.publicKey().equals(key)) {
        target.set(i, row(cells, changes));
        return;
      }
    }
    // Some cells of a row that a person removed meanwhile: the row stays removed.
    if (changes.containsKey(PeerCells.PUBLIC_KEY)) {
      target.add(endOfTable(target), row(new LinkedHashMap<>(), changes));
    }
  }

  private static Line row(SequencedMap<String, String> cells, Map<String, String> changes) {
    SequencedMap<String, String> merged = new LinkedHashMap<>(cells);
    merged.putAll(changes);
    return new Line.Row("", PeerCells.toPeer(merged), merged);
  }

  private int endOfTable(List<Line> target) {
    int end = headerLine + 2;
    while (end < target.size()
        && (target.get(end) instanceof Line.Row
            || (target.get(end) instanceof Line.Kept(String text) && MarkdownRow.isRow(text)))) {
      end++;
    }
    return Math.min(end, target.size());
  }

  private static boolean isRow(Line line, PublicKey key) {
    return line instanceof Line.Row(String _, Peer peer, var _) && peer.publicKey().equals(key);
  }

  private static int findHeader(List<String> source) {
    for (int i = 0; i < source.size(); i++) {
      List<String> cells =
          MarkdownRow.isRow(source.get(i)) ? MarkdownRow.parse(source.get(i)) : List.of();
      boolean isHeader = cells.stream().anyMatch(PeerCells.PUBLIC_KEY::equalsIgnoreCase);
      if (isHeader && i + 1 < source.size() && MarkdownRow.isSeparator(source.get(i + 1))) {
        return i;
      }
    }
    return -1;
  }

  /** Reads the rows below the header. */
  private static final class Parser {
    private final List<String> source;
    private final List<String> columns;
    private final int header;
    private final List<Line> lines = new ArrayList<>();
    private final List<PeerTable.RowProblem> problems = new ArrayList<>();
    private final Map<PublicKey, Integer> firstLines = new HashMap<>();

    Parser(List<String> source, List<String> columns, int header) {
      this.source = source;
      this.columns = columns;
      this.header = header;
    }

    PeersDocument parse() {
      boolean inTable = true;
      for (int i = 0; i < source.size(); i++) {
        String text = source.get(i);
        inTable = i <= header + 1 || (inTable && MarkdownRow.isRow(text));
        lines.add(i > header + 1 && inTable ? row(i + 1, text) : new Line.Kept(text));
      }
      return new PeersDocument(lines, columns, header, List.copyOf(problems));
    }

    private Line row(int lineNumber, String text) {
      try {
        SequencedMap<String, String> cells = cells(MarkdownRow.parse(text));
        Peer peer = PeerCells.toPeer(cells);
        Integer first = firstLines.putIfAbsent(peer.publicKey(), lineNumber);
        if (first != null) {
          throw new IllegalArgumentException("the same public_key stands in line " + first);
        }
        return new Line.Row(text, peer, cells);
      } catch (IllegalArgumentException e) {
        problems.add(new PeerTable.RowProblem(lineNumber, String.valueOf(e.getMessage())));
        return new Line.Kept(text);
      }
    }

    private SequencedMap<String, String> cells(List<String> values) {
      if (values.size() > columns.size()) {
        throw new IllegalArgumentException(
            "%d cells under %d columns (write a | inside a cell as \\|)"
                .formatted(values.size(), columns.size()));
      }
      SequencedMap<String, String> cells = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        cells.put(columns.get(i), i < values.size() ? values.get(i) : "");
      }
      return cells;
    }
  }
}
