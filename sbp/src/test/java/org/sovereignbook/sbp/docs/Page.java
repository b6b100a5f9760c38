package org.sovereignbook.sbp.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One Markdown page of the documentation, as far as tests look into it. */
record Page(Path file, List<String> lines) {
  private static final Pattern FENCE = Pattern.compile("^(\\s*)```(\\w*)\\s*$");
  private static final Pattern HEADING = Pattern.compile("^#+\\s+(.*)$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** A fenced block; {@code line} is that of its first line in the page, from 1. */
  record Block(String language, int line, String text) {}

  /** A row of a table below a heading, without the code marks around its cells. */
  record Row(String heading, List<String> cells) {}

  static Page read(Path file) {
    try {
      return new Page(file, Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page of(String text) {
    return new Page(Path.of("page.md"), text.lines().toList());
  }

  /** Of this checkout, wherever the tests are run from. */
  static Path root() {
    return Stream.of(Path.of(".."), Path.of(""))
        .map(folder -> folder.toAbsolutePath().normalize())
        .filter(folder -> Files.exists(folder.resolve("docs/decisions.md")))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("docs/ is neither here nor above"));
  }

  static Page named(String name) {
    return read(root().resolve(name));
  }

  /** README.md, SECURITY.md and all of docs/. */
  static List<Page> all() {
    try (Stream<Path> files = Files.list(root().resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "SECURITY.md").map(root()::resolve),
              files.filter(file -> file.toString().endsWith(".md")).sorted())
          .map(Page::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return file.startsWith(root()) ? root().relativize(file).toString() : file.toString();
  }

  List<Block> blocks(String language) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      var fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        int indent = fence.group(1).length();
        int first = i + 1;
        StringBuilder text = new StringBuilder();
        for (i = first; !lines.get(i).strip().equals("```"); i++) {
          String line = lines.get(i);
          text.append(line.substring(Math.min(indent, line.length()))).append('\n');
        }
        if (fence.group(2).equals(language)) {
          blocks.add(new Block(language, first + 1, text.toString()));
        }
      }
    }
    return blocks;
  }

  /** The lines outside of fenced blocks. */
  List<String> prose() {
    List<String> prose = new ArrayList<>();
    boolean inside = false;
    for (String line : lines) {
      boolean fence = FENCE.matcher(line).matches() || line.strip().equals("```");
      inside ^= fence;
      if (!inside && !fence) {
        prose.add(line);
      }
    }
    return prose;
  }

  List<String> links() {
    return find(LINK);
  }

  /** What stands between code marks in the prose. */
  List<String> code() {
    return find(CODE);
  }

  Set<String> anchors() {
    return prose().stream()
        .map(HEADING::matcher)
        .filter(java.util.regex.Matcher::matches)
        .map(heading -> anchor(heading.group(1)))
        .collect(Collectors.toSet());
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    String heading = "";
    for (String line : prose()) {
      var matcher = HEADING.matcher(line);
      if (matcher.matches()) {
        heading = plain(matcher.group(1));
      } else if (line.startsWith("|") && !line.startsWith("|---")) {
        String[] cells = line.substring(1, line.lastIndexOf('|')).split("(?<!\\\\)\\|", -1);
        rows.add(new Row(heading, Arrays.stream(cells).map(Page::plain).toList()));
      }
    }
    return rows;
  }

  /** The rows of tables whose first column has this title. */
  List<Row> rowsOf(String firstColumn) {
    List<Row> found = new ArrayList<>();
    Optional<Row> title = Optional.empty();
    for (Row row : rows()) {
      boolean sameTable = title.filter(t -> t.heading().equals(row.heading())).isPresent();
      if (row.cells().getFirst().equals(firstColumn)) {
        title = Optional.of(row);
      } else if (sameTable && row.cells().size() == title.orElseThrow().cells().size()) {
        found.add(row);
      }
    }
    return found;
  }

  private List<String> find(Pattern pattern) {
    return pattern
        .matcher(String.join("\n", prose()))
        .results()
        .map((MatchResult result) -> result.group(1))
        .toList();
  }

  private static String plain(String cell) {
    String text = cell.strip();
    boolean isCode =
        text.length() > 1 && text.startsWith("`") && text.indexOf('`', 1) == text.length() - 1;
    return isCode ? text.substring(1, text.length() - 1) : text;
  }

  private static String anchor(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .strip()
        .replace(' ', '-');
  }
}
