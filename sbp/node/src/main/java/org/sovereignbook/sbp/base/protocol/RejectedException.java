package org.sovereignbook.sbp.base.protocol;

import java.util.function.Supplier;

/**
 * Carries a rejection out of nested validation code to {@link #check}, the only place that catches
 * it; it never leaves this package.
 */
final class RejectedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Rejection rejection;

  RejectedException(Code code, String message) {
    super(message, null, false, false);
    this.rejection = new Rejection(code, message);
  }

  static <T> Checked<T> check(Supplier<T> validation) {
    try {
      return Checked.valid(validation.get());
    } catch (RejectedException e) {
      return new Checked.Rejected<>(e.rejection);
    }
  }

  Rejection rejection() {
    return rejection;
  }
}
