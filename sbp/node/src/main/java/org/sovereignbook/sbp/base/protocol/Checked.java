package org.sovereignbook.sbp.base.protocol;

import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** The outcome of checking something that a peer sent: the checked value, or why it was refused. */
public sealed interface Checked<T> {

  record Valid<T>(T value) implements Checked<T> {}

  record Rejected<T>(Rejection rejection) implements Checked<T> {}

  static <T> Checked<T> valid(T value) {
    return new Valid<>(value);
  }

  static <T> Checked<T> rejected(Code code, String message) {
    return new Rejected<>(new Rejection(code, message));
  }

  /** Parses bytes as a JSON object, as strictly as PROTOCOL §1 requires. */
  static Checked<JsonObject> object(byte[] utf8) {
    try {
      return valid(JsonReader.wireObject(utf8));
    } catch (MalformedJson e) {
      boolean isNumber = e.problem() == MalformedJson.Problem.INVALID_NUMBER;
      return rejected(isNumber ? Code.INVALID_NUMBER : Code.MALFORMED_JSON, e.getMessage());
    }
  }

  default boolean isValid() {
    return this instanceof Valid<T>;
  }

  /** Returns the value, if the check passed. */
  default Optional<T> toOptional() {
    return this instanceof Valid<T>(T value) ? Optional.of(value) : Optional.empty();
  }

  /** Returns the reason, if the check failed. */
  default Optional<Rejection> why() {
    return this instanceof Rejected<T>(Rejection why) ? Optional.of(why) : Optional.empty();
  }

  /** Continues with the next check, or keeps the rejection. */
  default <R> Checked<R> then(Function<? super T, Checked<R>> next) {
    // No switch over types: the first one of a process costs a tenth of a start.
    return this instanceof Valid<T>(T value)
        ? next.apply(value)
        : new Rejected<>(((Rejected<T>) this).rejection());
  }
}
