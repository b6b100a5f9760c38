package org.sovereignbook.sbp.peer.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

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
  private final InstantSource clock;
  private Optional<Stamp> stamp;
  private T value;
  private Instant looked;
  private Instant made;

  private record Stamp(FileTime modified, long bytes) {}

  /** Makes the value for the first time; what that throws, this throws. */
  CachedFile(Path file, Supplier<T> make, ServerLog log, InstantSource clock) {
    this.file = file;
    this.make = make;
    this.log = log;
    this.clock = clock;
    this.looked = clock.instant();
    this.made = looked;
    this.stamp = stamp(file);
    this.value = make.get();
  }

  /** Returns the value as of a second ago; the last good one while the file is damaged. */
  synchronized T get() {
    Instant now = clock.instant();
    if (isDue(looked, now, LOOK_AGAIN)) {
      looked = now;
      Optional<Stamp> current = stamp(file);
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

  private static Optional<Stamp> stamp(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(new Stamp(attributes.lastModifiedTime(), attributes.size()));
    } catch (IOException e) {
      // Missing or unreadable: making the value says what is the matter.
      return Optional.empty();
    }
  }
}
