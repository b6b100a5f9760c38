package org.sovereignbook.sbp.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Event in a log, one line: {@code [component] 2026-03-17T12:00:00Z text} (CHOICES 19). The text
 * must already be free of raw peer text: quote that with {@code PeerText.quote}. The line renders
 * nothing if the log is shown as Markdown, above all no image.
 */
public record LogEntry(String component, Timestamp at, String text) {
  /** Prefix of an error's text; {@code status.md} counts these lines. */
  public static final String ERROR_PREFIX = "error: ";

  private static final Pattern LINE = Pattern.compile("\\[([a-z-]+)] (\\S+) (.*)");

  public LogEntry {
    text = text.replace("\r", "\\r").replace("\n", "\\n");
  }

  public static LogEntry error(String component, Timestamp at, String text) {
    return new LogEntry(component, at, ERROR_PREFIX + text);
  }

  /** Parses a line of a log; empty for other lines, such as those that a person wrote. */
  public static Optional<LogEntry> parse(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      Timestamp at = Timestamp.parse(parts.group(2));
      return Optional.of(new LogEntry(parts.group(1), at, PeerText.fromMarkdown(parts.group(3))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public boolean isError() {
    return text.startsWith(ERROR_PREFIX);
  }

  /** Returns the text without the mark of an error. */
  public String message() {
    return isError() ? text.substring(ERROR_PREFIX.length()) : text;
  }

  /** Returns the line without its end. */
  public String line() {
    return prefix() + PeerText.inMarkdown(text);
  }

  /** Works like {@link #line}, for a screen and other places that render nothing. */
  public String plain() {
    return prefix() + text;
  }

  private String prefix() {
    return "[" + component + "] " + at + " ";
  }
}
