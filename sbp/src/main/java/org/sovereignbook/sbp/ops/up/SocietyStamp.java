package org.sovereignbook.sbp.ops.up;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;

/**
 * Memory of the files of a node's society, and of others, to open it only after a change. Without
 * files of a society, such as with a database server, and after half a minute, because messages
 * become due with time, it counts as changed. Not thread-safe.
 */
final class SocietyStamp {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  private final Node node;
  private final List<Path> others;
  private List<Optional<String>> known = List.of();
  private Instant looked = Instant.EPOCH;

  SocietyStamp(Node node, List<Path> others) {
    this.node = node;
    this.others = List.copyOf(others);
  }

  /** Returns whether the society may have changed since the last such answer. */
  boolean isChanged() {
    Path file = node.home().society();
    List<Optional<String>> now = new ArrayList<>();
    now.add(node.disk().stamp(file));
    now.add(node.disk().stamp(file.resolveSibling(file.getFileName() + "-wal")));
    others.forEach(other -> now.add(node.disk().stamp(other)));
    Instant time = node.clock().instant();
    boolean isLongAgo = !time.isBefore(looked.plus(LOOK_AGAIN)) || time.isBefore(looked);
    boolean isChanged = now.getFirst().isEmpty() || !now.equals(known) || isLongAgo;
    if (isChanged) {
      known = now;
      looked = time;
    }
    return isChanged;
  }
}
