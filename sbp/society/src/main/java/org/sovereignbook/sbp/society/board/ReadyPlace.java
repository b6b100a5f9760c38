package org.sovereignbook.sbp.society.board;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in the order of ready tasks: by priority, then by turn and age.
 *
 * @param number of the task at this position
 */
public record ReadyPlace(int priority, long number) {
  private static final Pattern TEXT = Pattern.compile("(-?[0-9]{1,4})/([0-9]{1,18})");

  public static ReadyPlace of(Task task) {
    return new ReadyPlace(task.row().conditions().priority(), task.row().number());
  }

  /** Parses the text of {@link #toString}; empty for any other text. */
  public static Optional<ReadyPlace> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        ? Optional.of(
            new ReadyPlace(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return priority + "/" + number;
  }
}
