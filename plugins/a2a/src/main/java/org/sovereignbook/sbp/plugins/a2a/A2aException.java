package org.sovereignbook.sbp.plugins.a2a;

/** Refusal of a request, with a message for its client. */
final class A2aException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final A2aError error;

  A2aException(A2aError error, String message) {
    super(message);
    this.error = error;
  }

  A2aError error() {
    return error;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
