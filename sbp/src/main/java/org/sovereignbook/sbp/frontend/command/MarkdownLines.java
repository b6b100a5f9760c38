package org.sovereignbook.sbp.frontend.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.sovereignbook.sbp.peer.markdown.Markdown;

/**
 * Lines of a terminal that show a peer's Markdown, its own line breaks included. Loads the parser,
 * so only a screen makes it.
 */
final class MarkdownLines {
  private static final int NARROWEST = 20;
  private static final int RULE_COLUMNS = 40;
  private static final int LONG_COLUMNS = 50;

  /** Safe text has neither. */
  private static final String HARD = "\n";

  private static final String SOFT = "\r";

  private static final String CODE_INDENT = "    ";

  private MarkdownLines() {}

  /** Returns the lines of a text for a screen of this many columns. */
  static List<String> of(String text, int columns) {
    return blocks(Markdown.tree(text), columns, true);
  }

  private static List<Node> children(Node parent) {
    return Stream.iterate(
            Optional.ofNullable(parent.getFirstChild()),
            Optional::isPresent,
            node -> node.map(Node::getNext))
        .flatMap(Optional::stream)
        .filter(node -> !(node instanceof LinkReferenceDefinition))
        .toList();
  }

  private static List<String> blocks(Node parent, int columns, boolean apart) {
    List<String> lines = new ArrayList<>();
    for (Node child : children(parent)) {
      if (apart && !lines.isEmpty()) {
        lines.add("");
      }
      lines.addAll(block(child, Math.max(NARROWEST, columns)));
    }
    return lines;
  }

  private static List<String> block(Node block, int columns) {
    return switch (block) {
      case Paragraph paragraph -> wrapped(inline(paragraph, Optional.empty()), columns);
      case Heading heading -> wrapped(inline(heading, Optional.of(Style.HEADING)), columns);
      case BlockQuote quote ->
          prefixed(blocks(quote, columns - 2, true), Style.QUIET.on("│") + " ", "│ ");
      case ListBlock list -> list(list, columns);
      case FencedCodeBlock code -> code(code.getLiteral());
      case IndentedCodeBlock code -> code(code.getLiteral());
      case ThematicBreak _ -> List.of(Style.QUIET.on("─".repeat(Math.min(RULE_COLUMNS, columns))));
      case TableBlock table -> table(table, columns);
      default -> blocks(block, columns, true);
    };
  }

  private static List<String> list(ListBlock list, int columns) {
    int number =
        list instanceof OrderedList ordered
            ? Optional.ofNullable(ordered.getMarkerStartNumber()).orElse(1)
            : 0;
    List<String> lines = new ArrayList<>();
    for (Node item : children(list)) {
      String mark = list instanceof BulletList ? "• " : number++ + ". ";
      if (!list.isTight() && !lines.isEmpty()) {
        lines.add("");
      }
      List<String> inside = blocks(item, columns - mark.length(), !list.isTight());
      String indent = " ".repeat(mark.length());
      lines.add((mark + (inside.isEmpty() ? "" : inside.getFirst())).stripTrailing());
      inside.stream()
          .skip(1)
          .map(line -> line.isEmpty() ? line : indent + line)
          .forEach(lines::add);
    }
    return lines;
  }

  private static List<String> prefixed(List<String> lines, String prefix, String plain) {
    return lines.isEmpty() ? List.of(plain) : lines.stream().map(prefix::concat).toList();
  }

  private static List<String> code(String literal) {
    return literal.lines().map(line -> CODE_INDENT + Style.CODE.on(line)).toList();
  }

  private static List<String> table(TableBlock block, int columns) {
    List<List<String>> rows =
        children(block).stream()
            .flatMap(part -> children(part).stream())
            .filter(TableRow.class::isInstance)
            .map(
                row ->
                    children(row).stream()
                        .map(cell -> inline(cell, Optional.empty()).replace('\n', ' '))
                        .toList())
            .toList();
    if (rows.isEmpty()) {
      return List.of();
    }
    Table table = Table.of(rows.getFirst().stream().map(Style::strip).toArray(String[]::new));
    rows.stream().skip(1).forEach(row -> table.row(row.toArray()));
    return table.wrapsLast().lines(columns);
  }

  private static List<String> wrapped(String text, int columns) {
    return Arrays.stream(text.split(HARD, -1))
        .flatMap(part -> joined(part).stream())
        .flatMap(line -> Table.wrap(line, columns).stream())
        .toList();
  }

  /** Joins lines that an editor has broken because they were long; short ones are meant. */
  private static List<String> joined(String text) {
    List<String> lines = new ArrayList<>();
    boolean goesOn = false;
    for (String line : text.split(SOFT, -1)) {
      lines.add(goesOn ? lines.removeLast() + " " + line : line);
      goesOn = Style.strip(line).length() >= LONG_COLUMNS;
    }
    return lines;
  }

  /** Returns the text of a node, each word in the style of its innermost mark. */
  private static String inline(Node parent, Optional<Style> style) {
    return children(parent).stream()
        .map(
            node ->
                switch (node) {
                  case Text text -> words(text.getLiteral(), style);
                  case Code code -> words(code.getLiteral(), Optional.of(Style.CODE));
                  case SoftLineBreak _ -> SOFT;
                  case HardLineBreak _ -> HARD;
                  case Emphasis emphasis ->
                      inline(emphasis, style.or(() -> Optional.of(Style.EMPHASIS)));
                  case StrongEmphasis strong -> inline(strong, Optional.of(Style.HEADING));
                  case Link link -> link(link);
                  default -> inline(node, style);
                })
        .collect(Collectors.joining());
  }

  /** Shows where a link leads, unless its text says so. */
  private static String link(Link link) {
    String text = inline(link, Optional.of(Style.LINK));
    return Style.strip(text).equals(link.getDestination())
        ? text
        : text + " " + Style.QUIET.on("<" + link.getDestination() + ">");
  }

  /** Styles each word by itself: lines are broken between them. */
  private static String words(String text, Optional<Style> style) {
    return style
        .map(
            one -> Arrays.stream(text.split(" ", -1)).map(one::on).collect(Collectors.joining(" ")))
        .orElse(text);
  }
}
