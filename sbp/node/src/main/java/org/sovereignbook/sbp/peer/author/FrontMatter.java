package org.sovereignbook.sbp.peer.author;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.peer.author.Draft.DraftException;

/**
 * Front matter of a draft, between two lines {@code ---} at its top: {@code title}, {@code tags}
 * and {@code in_reply_to}, in the subset of YAML that is usual for it.
 *
 * <pre>
 * tags: [weather, fog]        # or a list of lines "- weather"
 * in_reply_to: On cold mornings
 * </pre>
 *
 * @param lines how many lines of the file it takes up, both fences included
 */
record FrontMatter(
    Optional<String> title, List<String> tags, Optional<String> inReplyTo, int lines) {
  private static final String FENCE = "---";
  private static final Pattern PAIR =
      Pattern.compile("([A-Za-z_][A-Za-z0-9_-]*)[ \\t]*:(?:\\s+(.*))?");
  private static final Pattern ENTRY = Pattern.compile("\\s*-\\s+(.*)");

  /** Reads the front matter at the top of a file; there may be none. */
  static FrontMatter parse(String file, List<String> lines) throws DraftException {
    if (lines.isEmpty() || !lines.getFirst().stripTrailing().equals(FENCE)) {
      return new FrontMatter(Optional.empty(), List.of(), Optional.empty(), 0);
    }
    return new Parser(file, lines).parse();
  }

  /** Reads line by line; used once. */
  private static final class Parser {
    private final String file;
    private final List<String> lines;
    private int next = 1;
    private Optional<String> title = Optional.empty();
    private Optional<List<String>> tags = Optional.empty();
    private Optional<String> inReplyTo = Optional.empty();

    Parser(String file, List<String> lines) {
      this.file = file;
      this.lines = lines;
    }

    FrontMatter parse() throws DraftException {
      int end = end();
      for (; next < end; next++) {
        String line = lines.get(next).stripTrailing();
        if (!isBlank(line)) {
          pair(line);
        }
      }
      return new FrontMatter(title, tags.orElse(List.of()), inReplyTo, end + 1);
    }

    private int end() throws DraftException {
      for (int i = next; i < lines.size(); i++) {
        if (lines.get(i).stripTrailing().equals(FENCE)) {
          return i;
        }
      }
      throw new DraftException(file, 1, "the front matter has no closing line ---");
    }

    private void pair(String line) throws DraftException {
      Matcher pair = PAIR.matcher(line);
      if (!pair.matches()) {
        throw wrong("expected 'key: value'");
      }
      String value = Optional.ofNullable(pair.group(2)).orElse("").strip();
      switch (pair.group(1)) {
        case "title" -> title = Optional.of(once(title, scalar(value)));
        case "in_reply_to" -> inReplyTo = Optional.of(once(inReplyTo, scalar(value)));
        case "tags" -> tags = Optional.of(once(tags, tags(value)));
        default -> throw wrong("'" + pair.group(1) + "' is none of title, tags, in_reply_to");
      }
    }

    private <T> T once(Optional<T> before, T value) throws DraftException {
      if (before.isPresent()) {
        throw wrong("this key is there twice");
      }
      return value;
    }

    private List<String> tags(String value) throws DraftException {
      if (isBlank(value)) {
        return dashList();
      }
      if (value.startsWith("[")) {
        return inlineList(value);
      }
      if (value.contains(",")) {
        throw wrong("write several tags as [one, two]");
      }
      return List.of(scalar(value));
    }

    private List<String> inlineList(String value) throws DraftException {
      String closed = withoutComment(value);
      if (!closed.endsWith("]")) {
        throw wrong("the list has no closing ]");
      }
      List<String> entries = new ArrayList<>();
      String inside = closed.substring(1, closed.length() - 1);
      if (inside.isBlank()) {
        return List.of();
      }
      for (String entry : inside.split(",", -1)) {
        entries.add(scalar(entry.strip()));
      }
      return List.copyOf(entries);
    }

    private List<String> dashList() throws DraftException {
      List<String> entries = new ArrayList<>();
      while (next + 1 < lines.size()) {
        String line = lines.get(next + 1);
        Matcher entry = ENTRY.matcher(line);
        if (entry.matches()) {
          next++;
          entries.add(scalar(entry.group(1).strip()));
        } else if (isBlank(line)) {
          next++;
        } else {
          break;
        }
      }
      return List.copyOf(entries);
    }

    private String scalar(String value) throws DraftException {
      if (!value.isEmpty() && (value.charAt(0) == '"' || value.charAt(0) == '\'')) {
        return quoted(value);
      }
      String plain = withoutComment(value);
      if (plain.isEmpty()) {
        throw wrong("a value is missing");
      }
      if ("[]{}&*!|>%@`".indexOf(plain.charAt(0)) >= 0) {
        throw wrong("put a value that begins with " + plain.charAt(0) + " into quotes");
      }
      return plain;
    }

    private String quoted(String value) throws DraftException {
      int end = value.indexOf(value.charAt(0), 1);
      if (end < 0) {
        throw wrong("the quotes are not closed");
      }
      if (!isBlank(value.substring(end + 1))) {
        throw wrong("something stands behind the closing quotes");
      }
      return value.substring(1, end);
    }

    private DraftException wrong(String message) {
      return new DraftException(file, next + 1, message);
    }

    private static String withoutComment(String value) {
      return value.replaceFirst("(^|\\s)#.*$", "").strip();
    }

    private static boolean isBlank(String line) {
      return line.isBlank() || line.stripLeading().startsWith("#");
    }
  }
}
