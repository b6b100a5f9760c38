package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** New values of a task; those that are empty stay. */
public record TaskChange(
    Optional<String> title,
    Optional<String> description,
    Optional<Integer> priority,
    Optional<String> requiredRole,
    Optional<Timestamp> deadline,
    List<String> labels) {
  public TaskChange {
    labels = List.copyOf(labels);
  }

  /** Returns whether it changes anything. */
  public boolean isAny() {
    return title.isPresent()
        || description.isPresent()
        || priority.isPresent()
        || requiredRole.isPresent()
        || deadline.isPresent()
        || !labels.isEmpty();
  }
}
