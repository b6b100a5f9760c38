package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a list: the items, and how the list goes on.
 *
 * @param <T> a record that becomes JSON
 */
public record Page<T>(List<T> items, End end) {
  /**
   * The last members of a list's document.
   *
   * @param next the cursor that {@code --after} takes to go on; absent on the last page
   * @param whole the command that shows one item whole; present when a text of this page was cut
   */
  public record End(Optional<String> next, Optional<String> whole) {
    /** A list that is complete, with every text whole. */
    public static final End NONE = new End(Optional.empty(), Optional.empty());

    /** Tells a person how to go on. */
    public void print(Output output) {
      next.ifPresent(cursor -> output.line("and more: add  --after " + cursor));
    }
  }

  /** The same items in the opposite order: of a list that is read from its newest item back. */
  public Page<T> reversed() {
    return new Page<>(items.reversed(), end);
  }

  /** The same page of something else, item by item. */
  public <R> Page<R> map(Function<T, R> view) {
    return new Page<>(items.stream().map(view).toList(), end);
  }
}
