package org.sovereignbook.sbp.store;

/**
 * The store cannot be opened, read or written: a failure of the machine. The message says which
 * store, what happened and what to do; it holds no password.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
