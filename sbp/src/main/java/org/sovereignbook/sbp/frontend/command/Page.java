package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a list: the items, and where the list continues.
 *
 * @param <T> a record that becomes JSON
 */
public record Page<T>(List<T> items, End end) {
  /**
   * The last members of a list's document.
   *
   * @param next the cursor for {@code --after} on the next page; absent on the last page
   * @param whole the command that shows one item whole; present when a text of this page was cut
   */
  public record End(Optional<String> next, Optional<String> whole) {
    /** The end of a complete list with whole texts. */
    public static final End NONE = new End(Optional.empty(), Optional.empty());

    /** Prints how to continue. */
    public void print(Output output) {
      next.ifPresent(cursor -> output.line("and more: add  --after " + cursor));
    }
  }

  /** Returns the page in reverse order, for a list that is read from its newest item backwards. */
  public Page<T> reversed() {
    return new Page<>(items.reversed(), end);
  }

  /** Returns the page with each item converted. */
  public <R> Page<R> map(Function<T, R> view) {
    return new Page<>(items.stream().map(view).toList(), end);
  }
}
