package org.sovereignbook.sbp.net.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Recent response times of endpoints, {@code operational/answer-times.json}, so that the quick ones
 * are called first and a slow one delays no others; and the differences of their clocks from ours.
 * A failed call counts with the time that it took, too, since that time delays us as well. Losing
 * the file costs one slow run. Thread-safe.
 */
public final class AnswerTimes {
  /** Mean time above which an endpoint counts as slow. */
  public static final Duration SLOW = Duration.ofSeconds(1);

  /** Maximum number of endpoints that are remembered; the oldest are dropped first. */
  static final int MAX_ENDPOINTS = 2_000;

  /** Speed of an endpoint, as far as it is known. */
  public enum Speed {
    QUICK,
    UNKNOWN,
    SLOW
  }

  /**
   * Mean duration of an endpoint's calls, in which the last one counts half.
   *
   * @param aheadSeconds how far its clock was ahead of ours, if the last answer had a date
   */
  private record Time(long meanMs, Timestamp at, Optional<Long> aheadSeconds) {
    /** Drops a clock difference that was measured while our clock was ahead. */
    Time judged(Timestamp now) {
      return at.isAfter(now) ? new Time(meanMs, TimeJudge.past(at, now), Optional.empty()) : this;
    }
  }

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
    Timestamp now = new Timestamp(clock.instant());
    this.times.replaceAll((_, time) -> time.judged(now));
  }

  /** Loads the stored times; damaged entries are dropped. */
  public static AnswerTimes load(Node node, Store store) {
    return new AnswerTimes(
        node.clock(),
        store
            .intactState(StateDocument.ANSWER_TIMES)
            .map(Shape.of(Stored.class)::readWhatFits)
            .map(Stored::endpoints)
            .orElseGet(TreeMap::new));
  }

  /** Returns a client whose calls are timed. */
  public PeerClient timing(PeerClient client) {
    return new Timing(client);
  }

  public synchronized Speed speed(Endpoint endpoint) {
    return Optional.ofNullable(times.get(endpoint.toString()))
        .map(time -> time.meanMs() > SLOW.toMillis() ? Speed.SLOW : Speed.QUICK)
        .orElse(Speed.UNKNOWN);
  }

  /** Returns the clock differences that were reported since a time, by endpoint. */
  synchronized Map<Endpoint, Duration> clocksSince(Timestamp since) {
    Timestamp now = new Timestamp(clock.instant());
    Map<Endpoint, Duration> clocks = new HashMap<>();
    times.forEach(
        (endpoint, time) ->
            time.aheadSeconds()
                .filter(_ -> !time.at().isBefore(since) && !time.at().isAfter(now))
                .ifPresent(
                    seconds -> clocks.put(Endpoint.parse(endpoint), Duration.ofSeconds(seconds))));
    return clocks;
  }

  /** Returns the change that stores what is new in memory. */
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

  private synchronized void took(Endpoint endpoint, Instant since, Optional<Duration> clockAhead) {
    Optional<Long> ahead = clockAhead.map(Duration::toSeconds);
    long took = Math.max(0, Duration.between(since, clock.instant()).toMillis());
    Timestamp now = new Timestamp(clock.instant());
    times.merge(
        endpoint.toString(),
        new Time(took, now, ahead),
        (before, last) -> new Time((before.meanMs() + last.meanMs()) / 2, now, ahead));
    changed = true;
  }

  private interface Request {
    PeerReply send() throws InterruptedException;
  }

  private final class Timing implements PeerClient {
    private final PeerClient client;

    Timing(PeerClient client) {
      this.client = client;
    }

    @Override
    public PeerReply get(Endpoint endpoint, String protocolPath) throws InterruptedException {
      return timed(endpoint, () -> client.get(endpoint, protocolPath));
    }

    @Override
    public PeerReply post(Endpoint endpoint, byte[] envelope) throws InterruptedException {
      return timed(endpoint, () -> client.post(endpoint, envelope));
    }

    @Override
    public ExecutorService threads() {
      return client.threads();
    }

    private PeerReply timed(Endpoint endpoint, Request request) throws InterruptedException {
      Instant start = clock.instant();
      Optional<Duration> ahead = Optional.empty();
      try {
        PeerReply reply = request.send();
        ahead =
            reply instanceof PeerReply.Answered answered ? answered.clockAhead() : Optional.empty();
        return reply;
      } finally {
        took(endpoint, start, ahead);
      }
    }
  }
}
