package org.sovereignbook.sbp.peer.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Token buckets, one per key (THREATS: one sender starves others). A bucket records its used
 * tokens, so that a changed rate takes effect at once. Above {@code maxKeys} keys the least
 * recently charged are forgotten, so memory is bounded. Thread-safe.
 */
final class TokenBuckets {
  /** A token in units that a rate of one a minute gives once a millisecond: exact arithmetic. */
  private static final long TOKEN = 60_000;

  private static final long MILLI_TOKEN = TOKEN / 1_000;
  private static final long MAX_MILLIS = Duration.ofDays(366).toMillis();

  /** The rate of a bucket that was restored and not charged since: no rate is slower. */
  private static final int SLOWEST_PER_MINUTE = 1;

  private static final int TENTHS = 10;

  private final int maxKeys;
  private final SequencedMap<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

  private Optional<Instant> usedUpAt = Optional.empty();

  TokenBuckets(int maxKeys) {
    this.maxKeys = maxKeys;
  }

  /** Rate in tokens a minute in the long run, and the most at once. */
  record Rate(int perMinute, int burst) {}

  /** Used thousandths of a token at a time; the bucket has refilled since. */
  record Used(@Shape.Named("used_milli_tokens") long milliTokens, Timestamp at) {}

  private record Bucket(long used, Instant at, int perMinute) {
    /**
     * Returns the bucket for now: after a clock was set back it does not refill at once, and
     * refills as usual afterwards.
     */
    Bucket judged(Instant now) {
      return new Bucket(used, TimeJudge.past(at, now), perMinute);
    }

    long usedAt(Instant now, int refillPerMinute) {
      long millis = Math.clamp(Duration.between(at, now).toMillis(), 0, MAX_MILLIS);
      return Math.max(0, used - millis * refillPerMinute);
    }
  }

  /** Takes a token; otherwise says how long it takes until there is one. */
  synchronized Optional<Duration> charge(String key, Rate rate, Instant now) {
    usedUpAt = usedUpAt.map(at -> TimeJudge.past(at, now));
    Bucket bucket = buckets.getOrDefault(key, fresh(rate, now)).judged(now);
    long used = bucket.usedAt(now, rate.perMinute()) + TOKEN;
    long missing = used - rate.burst() * TOKEN;
    if (missing > 0) {
      buckets.replace(key, bucket);
      return Optional.of(Duration.ofMillis(Math.ceilDiv(missing, (long) rate.perMinute())));
    }
    put(key, new Bucket(used, now, rate.perMinute()));
    return Optional.empty();
  }

  private Bucket fresh(Rate rate, Instant now) {
    return new Bucket(
        usedUpAt.isPresent() ? rate.burst() * TOKEN / TENTHS * (TENTHS - 1) : 0,
        usedUpAt.orElse(now),
        rate.perMinute());
  }

  /**
   * Assumes for every key that all but a tenth of its burst was used at this time, because the
   * record was lost. A key gains nothing by such a loss.
   */
  synchronized void assumeUsedUp(Instant at) {
    usedUpAt = Optional.of(at);
  }

  /** Counts the remembered keys. */
  synchronized int size() {
    return buckets.size();
  }

  /** Forgets full buckets; what was used of the others, least recently charged first. */
  synchronized SequencedMap<String, Used> used(Instant now) {
    SequencedMap<String, Used> used = new LinkedHashMap<>();
    Iterator<Map.Entry<String, Bucket>> entries = buckets.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<String, Bucket> entry = entries.next();
      Bucket bucket = entry.getValue().judged(now);
      if (bucket.usedAt(now, bucket.perMinute()) > 0) {
        used.put(
            entry.getKey(),
            new Used(Math.ceilDiv(bucket.used(), MILLI_TOKEN), new Timestamp(bucket.at())));
      } else {
        entries.remove();
      }
    }
    return used;
  }

  /** Puts back what {@link #used} gave. */
  synchronized void restore(SequencedMap<String, Used> used) {
    used.forEach(
        (key, entry) ->
            put(
                key,
                new Bucket(
                    entry.milliTokens() * MILLI_TOKEN, entry.at().instant(), SLOWEST_PER_MINUTE)));
  }

  private void put(String key, Bucket bucket) {
    buckets.put(key, bucket);
    if (buckets.size() > maxKeys) {
      buckets.pollFirstEntry();
    }
  }
}
