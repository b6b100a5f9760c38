package org.sovereignbook.sbp.protocol;

import java.util.Optional;
import java.util.function.Function;

/** The outcome of checking something that a peer sent: the checked value, or why it was refused. */
public sealed interface Checked<T> {

  /** The check passed. */
  record Valid<T>(T value) implements Checked<T> {}

  /** The check failed. */
  record Rejected<T>(Rejection rejection) implements Checked<T> {}

  static <T> Checked<T> valid(T value) {
    return new Valid<>(value);
  }

  static <T> Checked<T> rejected(Code code, String message) {
    return new Rejected<>(new Rejection(code, message));
  }

  default boolean isValid() {
    return this instanceof Valid<T>;
  }

  /** The value, if the check passed. */
  default Optional<T> toOptional() {
    return this instanceof Valid<T>(T value) ? Optional.of(value) : Optional.empty();
  }

  /** The reason, if the check failed. */
  default Optional<Rejection> why() {
    return this instanceof Rejected<T>(Rejection why) ? Optional.of(why) : Optional.empty();
  }

  /** Goes on with the next check, or keeps the rejection. */
  default <R> Checked<R> then(Function<? super T, Checked<R>> next) {
    return switch (this) {
      case Valid<T>(T value) -> next.apply(value);
      case Rejected<T>(Rejection why) -> new Rejected<>(why);
    };
  }
}
