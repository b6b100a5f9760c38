package org.sovereignbook.sbp.maintenance;

/** The history could not be kept; the message says why and what the operator can do. */
public final class GitException extends Exception {
  private static final long serialVersionUID = 1;

  GitException(String message) {
    super(message);
  }
}
