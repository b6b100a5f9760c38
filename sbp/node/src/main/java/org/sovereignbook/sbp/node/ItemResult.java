package org.sovereignbook.sbp.node;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Outcome of one of several things that were done together: its value, or a failure of its own. */
public record ItemResult<T>(Optional<T> value, Optional<RuntimeException> failure) {

  /** Does the work, and keeps what it throws. */
  public static <T> ItemResult<T> of(Supplier<T> work) {
    try {
      return new ItemResult<>(Optional.of(work.get()), Optional.empty());
    } catch (RuntimeException e) {
      return failed(e);
    }
  }

  public static <T> ItemResult<T> failed(RuntimeException failure) {
    return new ItemResult<>(Optional.empty(), Optional.of(failure));
  }

  /** Returns the value, or throws the failure. */
  public T get() {
    if (failure.isPresent()) {
      throw failure.get();
    }
    return value.orElseThrow();
  }

  /** Goes on with the value; a failure stays. */
  public <U> ItemResult<U> then(Function<T, U> next) {
    return of(() -> next.apply(get()));
  }
}
