package org.sovereignbook.sbp.node;

/** A key file cannot be used; the message says how to mend it and never contains key material. */
public final class KeyFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public KeyFileException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
