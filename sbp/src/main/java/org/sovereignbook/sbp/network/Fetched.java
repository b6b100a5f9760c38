package org.sovereignbook.sbp.network;

import java.util.function.Function;

/** What a fetch brought: a value, or why there is none, in words that are safe to log. */
public sealed interface Fetched<T> {

  /** The peer answered with something valid. */
  record Got<T>(T value) implements Fetched<T> {}

  /** Nobody answered, or not with what was asked for. */
  record NoAnswer<T>(String why) implements Fetched<T> {}

  /** The peer answered with something that is not valid. */
  record BadAnswer<T>(String why) implements Fetched<T> {}

  /** Goes on with the value, or keeps the failure. */
  default <R> Fetched<R> then(Function<? super T, Fetched<R>> next) {
    return switch (this) {
      case Got<T>(T value) -> next.apply(value);
      case NoAnswer<T>(String why) -> new NoAnswer<>(why);
      case BadAnswer<T>(String why) -> new BadAnswer<>(why);
    };
  }
}
