package org.sovereignbook.sbp.store;

/**
 * Failure of the machine to open, read or write the store. The message names the store, the reason
 * and the remedy; it contains no password.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
