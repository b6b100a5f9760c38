package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.node.EditedFile;

/**
 * {@code peers.md} as a person may have edited it: one Markdown table with any text around it,
 * columns in any order, unknown columns, broken rows. Whatever a change does not concern is kept,
 * line by line. Immutable.
 */
public final class PeersDocument {

  private sealed interface Line {
    /** Text outside the table, the header, or the separator. */
    record OtherText(String text) implements Line {}

    /** A row that cannot be read. */
    record Unreadable(String text) implements Line {}

    /** A row that was read; {@code text} is how it stands in the file. */
    record Row(String text, Peer peer, SequencedMap<String, String> cells) implements Line {}
  }

  private final List<Line> lines;
  private final List<String> columns;
  private final int headerLine;
  private final List<PeerTable.RowProblem> problems;
  private final String mark;

  private PeersDocument(
      String mark,
      List<Line> lines,
      List<String> columns,
      int headerLine,
      List<PeerTable.RowProblem> problems) {
    this.mark = mark;
    this.lines = lines;
    this.columns = columns;
    this.headerLine = headerLine;
    this.problems = problems;
  }

  /** Returns an empty table. */
  public static String header() {
    return MarkdownRow.render(PeerCells.COLUMNS)
        + "\n"
        + MarkdownRow.separator(PeerCells.COLUMNS.size())
        + "\n";
  }

  /** Returns a table of these rows and nothing else. */
  public static String table(List<Peer> peers) {
    StringBuilder text = new StringBuilder(header());
    for (Peer peer : peers) {
      text.append(MarkdownRow.render(List.copyOf(PeerCells.of(peer).values()))).append('\n');
    }
    return text.toString();
  }

  /** Reads the document; a byte order mark in front of it stays there. */
  public static PeersDocument parse(String text) {
    return text.startsWith(EditedFile.BYTE_ORDER_MARK)
        ? parseUnmarked(text.substring(1)).withMark()
        : parseUnmarked(text);
  }

  private static PeersDocument parseUnmarked(String text) {
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

  private PeersDocument withMark() {
    return new PeersDocument(EditedFile.BYTE_ORDER_MARK, lines, columns, headerLine, problems);
  }

  public PeerTable table() {
    List<Peer> peers = new ArrayList<>();
    for (Line line : lines) {
      if (line instanceof Line.Row(String _, Peer peer, SequencedMap<String, String> _)) {
        peers.add(peer);
      }
    }
    return PeerTable.of(peers, problems);
  }

  /** Returns the document after these changes; cells that no change names stay as they are. */
  public PeersDocument apply(List<? extends Change.OfPeers> changes) {
    PeersDocument document = this;
    List<Change.OfPeers> ofRows = new ArrayList<>();
    for (Change.OfPeers change : changes) {
      if (change instanceof Change.FillPeers(String text)) {
        document = parse(text);
        ofRows.clear();
      } else {
        ofRows.add(change);
      }
    }
    return ofRows.isEmpty() ? document : new Editing(document).apply(ofRows);
  }

  public String render() {
    List<String> all = allColumns();
    boolean widened = all.size() > columns.size();
    StringBuilder text = new StringBuilder(mark);
    for (int i = 0; i < lines.size(); i++) {
      text.append(renderLine(i, all, widened)).append('\n');
    }
    return text.toString();
  }

  private String renderLine(int index, List<String> all, boolean widened) {
    // No switch over types: see Jcs.
    if (lines.get(index) instanceof Line.Row(String text, Peer _, var cells)) {
      return widened || text.isEmpty()
          ? MarkdownRow.render(all.stream().map(c -> cells.getOrDefault(c, "")).toList())
          : text;
    }
    if (widened && index == headerLine) {
      return MarkdownRow.render(all);
    }
    if (widened && index == headerLine + 1) {
      return MarkdownRow.separator(all.size());
    }
    return lines.get(index) instanceof Line.OtherText(String text)
        ? text
        : unreadable(((Line.Unreadable) lines.get(index)).text(), all.size() - columns.size());
  }

  /** Returns a row with more cells than columns so that added columns do not make it readable. */
  private String unreadable(String row, int added) {
    int cells = MarkdownRow.parse(row).size();
    StringBuilder text = new StringBuilder(row);
    while (cells > columns.size() && MarkdownRow.parse(text.toString()).size() < cells + added) {
      text.append(" |");
    }
    return text.toString();
  }

  /** Returns the cells of the rows that can be read. */
  SequencedMap<PublicKey, SequencedMap<String, String>> cells() {
    SequencedMap<PublicKey, SequencedMap<String, String>> rows = new LinkedHashMap<>();
    for (Line line : lines) {
      if (line instanceof Line.Row(String _, Peer peer, SequencedMap<String, String> cells)) {
        rows.put(peer.publicKey(), cells);
      }
    }
    return rows;
  }

  /** Returns all lines that are not readable rows. */
  List<String> keptLines() {
    return lines.stream()
        .flatMap(
            line ->
                switch (line) {
                  case Line.OtherText(String text) -> Stream.of(text);
                  case Line.Unreadable(String text) -> Stream.of(text);
                  case Line.Row _ -> Stream.<String>of();
                })
        .toList();
  }

  private List<String> allColumns() {
    List<String> all = new ArrayList<>(columns);
    PeerCells.COLUMNS.stream().filter(column -> !all.contains(column)).forEach(all::add);
    return all;
  }

  /** Changes of rows, each found by its key at once. */
  private static final class Editing {
    private final PeersDocument document;
    private final List<Line> lines;
    private final Map<PublicKey, Integer> places = new HashMap<>();
    private final SequencedMap<PublicKey, Line> added = new LinkedHashMap<>();
    private final Set<Integer> removed = new HashSet<>();

    Editing(PeersDocument document) {
      this.document = document;
      this.lines = new ArrayList<>(document.lines);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i) instanceof Line.Row(String _, Peer peer, var _)) {
          places.put(peer.publicKey(), i);
        }
      }
    }

    PeersDocument apply(List<Change.OfPeers> changes) {
      for (Change.OfPeers change : changes) {
        switch (change) {
          case Change.SetPeer(PublicKey key, Map<String, String> cells) -> set(key, cells);
          case Change.RemovePeer(PublicKey key) -> remove(key);
          case Change.FillPeers _ -> throw new IllegalArgumentException("not a change of a row");
        }
      }
      List<Line> changed = new ArrayList<>();
      int end = endOfTable();
      for (int i = 0; i <= lines.size(); i++) {
        if (i == end) {
          changed.addAll(added.values());
        }
        if (i < lines.size() && !removed.contains(i)) {
          changed.add(lines.get(i));
        }
      }
      return new PeersDocument(
          document.mark, changed, document.columns, document.headerLine, document.problems);
    }

    private void set(PublicKey key, Map<String, String> cells) {
      Integer place = places.get(key);
      if (place != null && lines.get(place) instanceof Line.Row row) {
        lines.set(place, row(row.cells(), cells));
      } else if (added.get(key) instanceof Line.Row row) {
        added.put(key, row(row.cells(), cells));
      } else if (cells.containsKey(PeerCells.PUBLIC_KEY)) {
        added.put(key, row(new LinkedHashMap<>(), cells));
      }
      // Some cells of a row that a person removed meanwhile: the row stays removed.
    }

    private void remove(PublicKey key) {
      added.remove(key);
      Optional.ofNullable(places.remove(key)).ifPresent(removed::add);
    }

    private static Line row(SequencedMap<String, String> cells, Map<String, String> changes) {
      SequencedMap<String, String> merged = new LinkedHashMap<>(cells);
      merged.putAll(changes);
      return new Line.Row("", PeerCells.toPeer(merged), merged);
    }

    private int endOfTable() {
      int end = document.headerLine + 2;
      while (end < lines.size()
          && (lines.get(end) instanceof Line.Row || lines.get(end) instanceof Line.Unreadable)) {
        end++;
      }
      return Math.min(end, lines.size());
    }
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
        lines.add(i > header + 1 && inTable ? row(i + 1, text) : new Line.OtherText(text));
      }
      return new PeersDocument("", lines, columns, header, List.copyOf(problems));
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
        return new Line.Unreadable(text);
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
