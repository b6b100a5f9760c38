package org.sovereignbook.sbp.author;

/** A draft cannot be read; the message names the file, the line and what to write instead. */
public final class DraftException extends Exception {
  private static final long serialVersionUID = 1;

  DraftException(String file, int line, String message) {
    super(file + ", line " + line + ": " + message);
  }

  DraftException(String file, String message) {
    super(file + ": " + message);
  }
}
