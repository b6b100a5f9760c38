package org.sovereignbook.sbp.frontend.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;

/**
 * One table {@code [section.name]} of another program's TOML file, set or removed while every other
 * line stays. Immutable.
 */
final class TomlTable {
  private final String section;
  private final String name;
  private final List<Statement> statements = new ArrayList<>();

  /** The table of a statement. */
  private enum In {
    OTHERS,
    OURS,
    /** A table below ours, such as its environment. */
    BELOW_OURS
  }

  /** A statement: a header, a key with its whole value, a comment, or an empty line. */
  private record Statement(String text, In in, boolean isHeader) {
    boolean sets(String key) {
      return in == In.OURS
          && !isHeader
          && text.matches("(?s)\\s*" + Pattern.quote(key) + "\\s*=.*");
    }
  }

  /**
   * Parses a file.
   *
   * @param name of letters, digits and hyphens
   */
  TomlTable(String text, String section, String name) {
    this.section = section;
    this.name = name;
    TomlLines lines = new TomlLines(text);
    In in = In.OTHERS;
    for (String statement : lines.statements()) {
      boolean isHeader = statement.stripLeading().startsWith("[");
      in = isHeader ? owner(statement) : in;
      statements.add(new Statement(statement, in, isHeader));
    }
  }

  private In owner(String header) {
    String plain = header.replaceAll("[\\s\"']", "");
    String own = "[" + section + "." + name;
    return plain.startsWith(own + "]")
        ? In.OURS
        : plain.startsWith(own + ".") ? In.BELOW_OURS : In.OTHERS;
  }

  boolean isThere() {
    return statements.stream().anyMatch(statement -> statement.in() != In.OTHERS);
  }

  /**
   * Returns whether the file has the table in another notation, which cannot be changed by lines.
   */
  boolean isWrittenInOneLine() {
    String key = "[\"']?" + Pattern.quote(name) + "[\"']?\\s*[.=].*";
    String whole = Pattern.quote(section) + "\\s*[.=].*";
    boolean inSection = false;
    boolean isOnTop = true;
    for (Statement statement : statements) {
      String text = statement.text().stripLeading();
      if (statement.isHeader()) {
        isOnTop = false;
        inSection = text.replaceAll("\\s", "").startsWith("[" + section + "]");
      }
      if ((isOnTop && text.matches("(?s)" + whole)) || (inSection && text.matches("(?s)" + key))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the text with these keys set; other keys of the table stay. */
  String with(JsonObject values) {
    StringBuilder text = new StringBuilder();
    for (Statement statement : statements) {
      if (values.members().keySet().stream().noneMatch(statement::sets)) {
        text.append(statement.text());
      }
      if (statement.isHeader() && statement.in() == In.OURS) {
        text.append(text.charAt(text.length() - 1) == '\n' ? "" : "\n").append(lines(values));
      }
    }
    if (statements.stream().noneMatch(each -> each.in() == In.OURS)) {
      while (!text.isEmpty() && !text.toString().endsWith("\n\n")) {
        text.append('\n');
      }
      text.append("[%s.%s]\n".formatted(section, name)).append(lines(values));
    }
    return text.toString();
  }

  /** Returns the lines for the values; a text and a list of texts are written as in JSON. */
  static String lines(JsonObject values) {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, JsonValue> each : values.members().entrySet()) {
      String value = JsonWriter.compact(each.getValue());
      lines.append(each.getKey()).append(" = ").append(value).append('\n');
    }
    return lines.toString();
  }

  /** Returns the text without the table and its subtables. */
  String without() {
    StringBuilder text = new StringBuilder();
    for (Statement statement : statements) {
      if (statement.in() == In.OTHERS) {
        text.append(statement.text());
      }
    }
    boolean wasLast = statements.getLast().in() != In.OTHERS;
    return wasLast ? text.toString().replaceFirst("\n\n$", "\n") : text.toString();
  }
}
