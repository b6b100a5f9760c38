package org.sovereignbook.sbp.peer.server;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.node.Node;

/**
 * Value made from a file, and made again when the file's time or size has changed. Checks the file
 * at most once a second, and remakes the value every half minute in any case: a store need not keep
 * everything in that file, and a change may leave time and size alike. Thread-safe.
 */
final class CachedFile<T> {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final Duration MAKE_ANEW = Duration.ofSeconds(30);

  private final Path file;
  private final Supplier<T> make;
  private final ServerLog log;
  private final Node node;
  private Optional<String> stamp;
  private T value;
  private Instant looked;
  private Instant made;

  /** Makes the value for the first time; what that throws, this throws. */
  CachedFile(Node node, Path file, Supplier<T> make, ServerLog log) {
    this.file = file;
    this.make = make;
    this.log = log;
    this.node = node;
    this.looked = node.clock().instant();
    this.made = looked;
    this.stamp = stamp();
    this.value = make.get();
  }

  /** Returns the value as of a second ago; the last good one while the file is damaged. */
  synchronized T get() {
    Instant now = node.clock().instant();
    if (isDue(looked, now, LOOK_AGAIN)) {
      looked = now;
      Optional<String> current = stamp();
      if (!current.equals(stamp) || isDue(made, now, MAKE_ANEW)) {
        stamp = current;
        made = now;
        makeAnew();
      }
    }
    return value;
  }

  private void makeAnew() {
    try {
      value = make.get();
    } catch (RuntimeException e) {
      log.error("still using the last good state of " + file.getFileName() + ": " + e.getMessage());
    }
  }

  /** Returns whether so much time has passed, or the clock was set back. */
  static boolean isDue(Instant last, Instant now, Duration interval) {
    return Duration.between(last, now).abs().compareTo(interval) >= 0;
  }

  /** None when it is missing or unreadable: making the value says what is the matter. */
  private Optional<String> stamp() {
    return node.disk().stamp(file);
  }
}
