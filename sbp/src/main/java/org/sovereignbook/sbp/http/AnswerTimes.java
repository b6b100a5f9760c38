package org.sovereignbook.sbp.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * How fast endpoints answered lately, {@code operational/answer-times.json}, so that the quick ones
 * are asked first and a slow one keeps nobody waiting. A call that failed counts by the time that
 * it took, too: what matters is how long it holds us. Losing the file costs one slow run.
 * Thread-safe.
 */
public final class AnswerTimes {
  /** An endpoint that takes longer than this on average is slow. */
  public static final Duration SLOW = Duration.ofSeconds(1);

  /** As many are remembered; the oldest are forgotten first. */
  static final int MAX_ENDPOINTS = 2_000;

  /** How fast a place is, as far as that is known. */
  public enum Speed {
    QUICK,
    UNKNOWN,
    SLOW
  }

  /** The mean of an endpoint's calls, the last one counting half. */
  private record Time(long meanMs, Timestamp at) {}

  private record Stored(SortedMap<String, Time> endpoints) {
    Stored {
      endpoints = Collections.unmodifiableSortedMap(new TreeMap<>(endpoints));
    }
  }

  private final InstantSource clock;
  private final Map<String, Time> times;
  private boolean changed;

  private AnswerTimes(InstantSource clock, Map<String, Time> times) {
    this.clock = clock;
    this.times = new TreeMap<>(times);
  }

  /** As they are stored; damaged ones begin anew. */
  public static AnswerTimes load(Node node, Store store) {
    return new AnswerTimes(
        node.clock(),
        store
            .intactState(StateDocument.ANSWER_TIMES)
            .map(Shape.of(Stored.class)::readWhatFits)
            .map(Stored::endpoints)
            .orElseGet(TreeMap::new));
  }

  /** A client whose calls are timed. */
  public PeerClient timing(PeerClient client) {
    return new Timing(client);
  }

  public synchronized Speed speed(Endpoint endpoint) {
    return Optional.ofNullable(times.get(endpoint.toString()))
        .map(time -> time.meanMs() > SLOW.toMillis() ? Speed.SLOW : Speed.QUICK)
        .orElse(Speed.UNKNOWN);
  }

  /** The change that keeps what is new in memory. */
  public synchronized Optional<Change> change() {
    if (!changed) {
      return Optional.empty();
    }
    times.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.comparing(Time::at).reversed()))
        .skip(MAX_ENDPOINTS)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(times::remove);
    changed = false;
    return Optional.of(
        StateDocument.ANSWER_TIMES.write(Shape.write(new Stored(new TreeMap<>(times)))));
  }

  private synchronized void took(Endpoint endpoint, Instant since) {
    long took = Math.max(0, Duration.between(since, clock.instant()).toMillis());
    Timestamp now = new Timestamp(clock.instant());
    times.merge(
        endpoint.toString(),
        new Time(took, now),
        (before, last) -> new Time((before.meanMs() + last.meanMs()) / 2, now));
    changed = true;
  }

  private final class Timing implements PeerClient {
    private final PeerClient client;

    Timing(PeerClient client) {
      this.client = client;
    }

    @Override
    public PeerReply get(Endpoint endpoint, String protocolPath) throws InterruptedException {
      Instant start = clock.instant();
      try {
        return client.get(endpoint, protocolPath);
      } finally {
        took(endpoint, start);
      }
    }

    @Override
    public PeerReply post(Endpoint endpoint, byte[] envelope) throws InterruptedException {
      Instant start = clock.instant();
      try {
        return client.post(endpoint, envelope);
      } finally {
        took(endpoint, start);
      }
    }
  }
}
