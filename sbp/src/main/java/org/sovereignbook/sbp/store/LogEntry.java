package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * One event in a log, one line: {@code [component] 2026-03-17T12:00:00Z text} (CHOICES 19). The
 * text must already be free of raw peer text: quote that with {@code PeerText.quote}.
 */
public record LogEntry(String component, Timestamp at, String text) {
  /** How the text of an error begins; {@code status.md} counts these lines. */
  public static final String ERROR_PREFIX = "error: ";

  public LogEntry {
    text = text.replace("\r", "\\r").replace("\n", "\\n");
  }

  public static LogEntry error(String component, Timestamp at, String text) {
    return new LogEntry(component, at, ERROR_PREFIX + text);
  }

  /** The line without its end. */
  public String line() {
    return "[" + component + "] " + at + " " + text;
  }
}
