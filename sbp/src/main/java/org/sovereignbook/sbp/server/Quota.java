package org.sovereignbook.sbp.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.server.Answer.Refusal;
import org.sovereignbook.sbp.store.Store;

/**
 * Whether there is room for another envelope (THREATS: junk floods the disk). Counts along instead
 * of listing the inbox for each message, and looks again now and then, since the reader takes
 * envelopes out. Thread-safe.
 */
final class Quota {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN_WHEN_FULL = Duration.ofSeconds(1);

  private final long maxFiles;
  private final long maxBytes;
  private final long minFreeBytes;
  private final Supplier<Store.Usage> usage;
  private final LongSupplier freeDiskBytes;
  private final InstantSource clock;
  private Instant counted;
  private long files;
  private long bytes;
  private Instant measured;
  private long free;

  Quota(
      Config config, Supplier<Store.Usage> usage, LongSupplier freeDiskBytes, InstantSource clock) {
    this.maxFiles = config.get(ServerSettings.INBOX_FILES);
    this.maxBytes = config.get(ServerSettings.INBOX_BYTES);
    this.minFreeBytes = config.get(ServerSettings.FREE_DISK_BYTES);
    this.usage = usage;
    this.freeDiskBytes = freeDiskBytes;
    this.clock = clock;
    Instant now = clock.instant();
    this.counted = now;
    this.measured = now;
    count(now);
    this.free = freeDiskBytes.getAsLong();
  }

  /** Sets room aside for an envelope that is about to be written; or says why there is none. */
  synchronized Optional<Refusal> reserve(long envelopeBytes) {
    Optional<Refusal> problem = problem(envelopeBytes);
    if (problem.isEmpty()) {
      files++;
      bytes += envelopeBytes;
    }
    return problem;
  }

  /** Why no envelope can be taken now, if so. */
  synchronized Optional<Refusal> problem() {
    return problem(1);
  }

  private Optional<Refusal> problem(long envelopeBytes) {
    Instant now = clock.instant();
    if (CachedFile.isDue(counted, now, isFull(envelopeBytes) ? LOOK_AGAIN_WHEN_FULL : LOOK_AGAIN)) {
      count(now);
    }
    if (CachedFile.isDue(measured, now, LOOK_AGAIN_WHEN_FULL)) {
      measured = now;
      free = freeDiskBytes.getAsLong();
    }
    if (free < minFreeBytes) {
      return Optional.of(Refusal.unavailable("disk-full", "this node's disk is almost full"));
    }
    return isFull(envelopeBytes)
        ? Optional.of(Refusal.unavailable("inbox-full", "this node's inbox is full"))
        : Optional.empty();
  }

  private boolean isFull(long envelopeBytes) {
    return files >= maxFiles || envelopeBytes > maxBytes - bytes;
  }

  private void count(Instant now) {
    Store.Usage found = usage.get();
    counted = now;
    files = found.files();
    bytes = found.bytes();
  }
}
