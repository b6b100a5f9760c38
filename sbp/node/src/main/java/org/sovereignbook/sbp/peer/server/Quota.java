package org.sovereignbook.sbp.peer.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;
import org.sovereignbook.sbp.peer.server.InboxShares.Place;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreSettings;

/**
 * Check for space for another envelope (THREATS: junk floods the disk). Counts incrementally
 * instead of listing the inbox for each message, and recounts now and then, since the reader takes
 * envelopes out. Below the minimum of free disk strangers' data is deleted first; only then
 * messages are refused. Thread-safe.
 */
final class Quota {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN_WHEN_FULL = Duration.ofSeconds(1);
  private static final Duration FREE_AGAIN = Duration.ofSeconds(10);
  private static final Duration PROVE_AGAIN = Duration.ofSeconds(5);

  private final InboxShares shares;
  private final long minFreeBytes;
  private final DiskSpace disk;
  private final InstantSource clock;
  private Instant counted = Instant.MIN;
  private Instant measured = Instant.MIN;
  private Instant freed = Instant.MIN;
  private Instant proved = Instant.MIN;
  private Optional<Refusal> proof = Optional.empty();
  private long free;

  /** Operations on the node's disk. */
  interface DiskSpace {
    long freeBytes();

    /** Deletes what strangers caused, as far as that may be; see {@code StorageQuota.free}. */
    void free(long missingBytes, Standing forWhom);

    /**
     * Writes something small that survives a crash.
     *
     * @throws DiskException or {@link StoreException} when that cannot be
     */
    void prove();
  }

  Quota(Config config, InboxShares shares, DiskSpace disk, InstantSource clock) {
    this.shares = shares;
    this.minFreeBytes = config.get(StoreSettings.FREE_DISK_BYTES);
    this.disk = disk;
    this.clock = clock;
  }

  /** Reserves space for an envelope that is about to be written, or returns why there is none. */
  synchronized Optional<Refusal> reserve(Place place, Standing sender) {
    Instant now = clock.instant();
    look(now, shares.full(place).isPresent());
    Optional<Refusal> problem =
        diskProblem(now, sender).or(() -> shares.full(place).map(Quota::inboxFull));
    if (problem.isEmpty()) {
      shares.add(place);
    }
    return problem;
  }

  /** Records that the envelope is in the inbox. */
  synchronized void stored(Place place, InboxId id) {
    shares.stored(place, id);
  }

  /** Frees the space of an envelope, unless {@link #stored} was called. */
  synchronized void release(Place place) {
    shares.release(place);
  }

  /**
   * Returns why no sender's envelope could be taken now, if so; proved by a write, now and then.
   */
  synchronized Optional<Refusal> problem() {
    Instant now = clock.instant();
    look(now, shares.full().isPresent());
    return diskProblem(now, Standing.UNKNOWN)
        .or(() -> shares.full().map(Quota::inboxFull))
        .or(() -> proof(now));
  }

  /** Returns the waiting entries, for the next server. */
  synchronized SequencedMap<String, Place> waiting() {
    return shares.waiting();
  }

  /** Takes up what the last server knew of what waits. */
  synchronized void restore(Map<String, Place> before) {
    shares.restore(before);
  }

  private void look(Instant now, boolean isFull) {
    if (isDue(counted, now, isFull ? LOOK_AGAIN_WHEN_FULL : LOOK_AGAIN)) {
      shares.look();
      counted = now;
    }
  }

  private Optional<Refusal> diskProblem(Instant now, Standing sender) {
    if (isDue(measured, now, LOOK_AGAIN_WHEN_FULL)) {
      measured = now;
      free = disk.freeBytes();
    }
    if (free < minFreeBytes && isDue(freed, now, FREE_AGAIN)) {
      freed = now;
      disk.free(minFreeBytes - free, sender);
      free = disk.freeBytes();
    }
    return free < minFreeBytes
        ? Optional.of(Refusal.unavailable("disk-full", "this node's disk is almost full"))
        : Optional.empty();
  }

  private Optional<Refusal> proof(Instant now) {
    if (isDue(proved, now, PROVE_AGAIN)) {
      proved = now;
      try {
        disk.prove();
        proof = Optional.empty();
      } catch (DiskException | StoreException e) {
        proof = Optional.of(Refusal.unavailable("unavailable", "this node cannot write"));
      }
    }
    return proof;
  }

  private static Refusal inboxFull(String what) {
    return Refusal.unavailable("inbox-full", what);
  }

  private static boolean isDue(Instant last, Instant now, Duration interval) {
    return last.equals(Instant.MIN) || CachedFile.isDue(last, now, interval);
  }
}
