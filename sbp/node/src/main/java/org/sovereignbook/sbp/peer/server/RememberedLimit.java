package org.sovereignbook.sbp.peer.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.Store;

/**
 * Limit of remembered envelopes (THREATS: replay memory outgrows the node). An envelope whose
 * replay could not be recognized must not be taken, so at the bound messages are refused until a
 * day has passed. Nine tenths are for all senders, the last one is for senders whom the node chose.
 * Thread-safe.
 */
final class RememberedLimit {
  private static final Duration COUNT_AGAIN = Duration.ofMinutes(1);

  private final long max;
  private final LongSupplier count;
  private final InstantSource clock;
  private Instant counted = Instant.EPOCH;
  private long remembered = Long.MAX_VALUE;

  /**
   * Creates the limit of a server.
   *
   * @param count the number of remembered envelopes, with those that will be
   */
  RememberedLimit(long max, LongSupplier count, InstantSource clock) {
    this.max = max;
    this.count = count;
    this.clock = clock;
  }

  /** Returns the limit of a node, by its settings. */
  static RememberedLimit of(Store store, Config config, InstantSource clock) {
    return new RememberedLimit(
        config.get(ServerSettings.MAX_SEEN),
        () -> store.count(SeenEnvelopes.ENVELOPES) + store.inbox().usage().files(),
        clock);
  }

  /** Sets a place aside; or says why there is none. */
  synchronized Optional<Refusal> reserve(Standing sender) {
    long most = sender == Standing.CHOSEN ? max : max - max / 10;
    Instant now = clock.instant();
    if (remembered >= most && CachedFile.isDue(counted, now, COUNT_AGAIN)) {
      counted = now;
      remembered = count.getAsLong();
    }
    if (remembered >= most) {
      return Optional.of(
          Refusal.unavailable(
              "replay-memory-full",
              "this node can remember no more messages of the last two days"));
    }
    remembered++;
    return Optional.empty();
  }
}
