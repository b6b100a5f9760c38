package org.sovereignbook.sbp.peer.delivery;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.delivery.Attempt.Reach;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Delivery step (IMPLEMENTATION §3.2): sends content to the subscribers and every other item to its
 * one recipient, retries failures for a limited time, files items that are done or given up, and
 * deletes old files of {@code outbox/failed/}. This class has the rules; {@link DeliveryRun} is the
 * run.
 *
 * <p>An unreachable peer is tried at growing intervals, for days; a peer that refuses is not tried
 * again. While no peer at all can be reached, this machine counts as offline, and no failure is
 * counted.
 *
 * <p>Each recipient gets each item once, despite crashes and timeouts: the time of an envelope is
 * stored before the envelope leaves. While its arrival is in doubt, the next attempt repeats it
 * byte for byte, and its receiver answers it as a duplicate (PROTOCOL §5.4). The caller holds the
 * node's lock (package {@code store.file}).
 */
public record Delivery(Node node, Store store, PeerClient client) {
  public static final Step STEP =
      new Step(
          Component.DELIVERY,
          "deliver",
          "delivery",
          "sign and send what waits in the outbox",
          "signs and posts what waits in the outbox",
          Set.of(Step.Trait.TAKES_NOW),
          List.of(Delivery.class, DeliveryRun.class),
          DeliveryResult.class,
          on -> {
            on.handOver();
            return new Delivery(on.node(), on.store(), on.client()).run(on.now(), on.progress());
          });

  /** The statuses that a retry would not change (CHOICES 4). */
  private static final Set<Integer> PERMANENT = Set.of(400, 401, 403, 404, 405, 410, 413, 415, 422);

  private static final int SERVER_ERRORS = 500;

  /** Longer than any quiet hours of a week, for which a policy delays an answer. */
  private static final Duration LONGEST_DELAY = Duration.ofDays(8);

  /** How long the page of something in front of a peer counts as temporary (PROTOCOL §5.4). */
  private static final Duration PAGE_IS_TEMPORARY = Duration.ofDays(1);

  /** The one server error that says that nothing was taken (PROTOCOL §5.4). */
  private static final int UNAVAILABLE = 503;

  /**
   * Delivers what is due.
   *
   * @param now whether to try at once what is backing off; a failure then counts for nothing
   * @throws InterruptedException when the thread was interrupted; what is known by then is stored
   */
  public DeliveryResult run(boolean now, Progress progress) throws InterruptedException {
    return new DeliveryRun(this, now, progress).run();
  }

  /** Returns the end of a failing peer's pause, which applies to all its items. */
  public static Optional<Timestamp> pausedUntil(Store store, PublicKey peer) {
    return DeliveryState.Stored.load(store, store.node().now()).pausedUntil(peer);
  }

  /**
   * A peer that is left alone since deliveries to it fail.
   *
   * @param failures how many attempts in a row have failed
   * @param unreachedAt when nothing was reached at its address, if that is how it failed
   */
  public record Pause(int failures, Timestamp until, Optional<Timestamp> unreachedAt) {}

  /** Returns the pauses of all failing peers. */
  public static Map<PublicKey, Pause> pauses(Store store) {
    Map<PublicKey, Pause> pauses = new TreeMap<>();
    DeliveryState.Stored.load(store, store.node().now())
        .backoffs()
        .forEach(
            (peer, one) ->
                pauses.put(peer, new Pause(one.failures(), one.notBefore(), one.unreachedAt())));
    return pauses;
  }

  /** Returns whether a peer gets content for all subscribers (CHOICES 1). */
  static boolean isMeantFor(Peer peer) {
    return peer.isFollower();
  }

  /**
   * Returns why an item must not go to a recipient, if so. A blocked peer still gets an
   * unsubscribe, because it would continue to send to us otherwise.
   */
  static Optional<String> withdrawal(OutgoingItem item, PublicKey recipient, PeerTable peers) {
    if (peers.trust(recipient) == TrustState.BLOCKED) {
      return item.type() == MessageType.UNSUBSCRIBE ? Optional.empty() : Optional.of("blocked");
    }
    boolean mayGo =
        !item.isFanOut() || peers.find(recipient).filter(Delivery::isMeantFor).isPresent();
    return mayGo ? Optional.empty() : Optional.of("no longer a subscriber");
  }

  /**
   * Returns what a peer's reply means for the envelope that was posted to it (PROTOCOL §5.4). Only
   * a receipt means that it arrived, and what may pass is tried again.
   */
  static Attempt attempt(PeerReply reply, byte[] envelope) {
    return switch (reply) {
      case PeerReply.Answered answer when answer.isSuccess() ->
          Receipt.fault(answer, envelope)
              .<Attempt>map(
                  fault ->
                      new Attempt.Failed(
                          Reach.IN_DOUBT, Receipt.describe(answer, fault), pauseAskedFor(answer)))
              .orElseGet(Attempt.Delivered::new);
      case PeerReply.Answered answer when answer.isRefusalByOthers() ->
          new Attempt.Failed(
              Reach.UNREACHED,
              "a web page answered %d instead of the peer; a proxy or a portal is in front of it"
                  .formatted(answer.status()),
              pauseAskedFor(answer),
              true);
      case PeerReply.Answered answer when Attempt.isAbout(Code.STALE_TIMESTAMP, answer) ->
          new Attempt.Failed(
              Reach.HEARD, Attempt.describe(answer) + "; " + clocks(answer), pauseAskedFor(answer));
      case PeerReply.Answered answer when PERMANENT.contains(answer.status()) ->
          new Attempt.Refused(
              Attempt.isAbout(Code.WRONG_RECIPIENT, answer), Attempt.describe(answer));
      case PeerReply.Answered answer ->
          new Attempt.Failed(
              mayHaveTaken(answer.status()) ? Reach.IN_DOUBT : Reach.HEARD,
              Attempt.describe(answer),
              pauseAskedFor(answer));
      case PeerReply.Unreachable(String reason, boolean silent) ->
          new Attempt.Failed(
              silent ? Reach.SILENCE : Reach.UNREACHED,
              "unreachable: " + PeerText.plain(reason),
              Duration.ZERO);
      case PeerReply.Unknown(String reason) ->
          new Attempt.Failed(Reach.IN_DOUBT, PeerText.plain(reason), Duration.ZERO);
      case PeerReply.Forbidden(String reason) ->
          new Attempt.Failed(
              Reach.UNREACHED, "forbidden address: " + PeerText.plain(reason), Duration.ZERO);
    };
  }

  /** Describes the difference of the clocks, if the answer shows one. */
  private static String clocks(PeerReply.Answered answer) {
    return answer
        .clockAhead()
        .filter(ahead -> !ahead.isZero())
        .map(ahead -> "its clock is " + Wording.ahead(ahead) + " ours")
        .orElse("its clock or ours is wrong");
  }

  /**
   * Returns whether the peer may have taken the envelope despite this status: a proxy may have lost
   * its node, or the node may have failed afterwards.
   */
  private static boolean mayHaveTaken(int status) {
    return status >= SERVER_ERRORS && status != UNAVAILABLE;
  }

  private static Duration pauseAskedFor(PeerReply.Answered answer) {
    return answer
        .retryAfter()
        .map(
            asked ->
                asked.compareTo(DeliverySettings.MAX_RETRY_AFTER) > 0
                    ? DeliverySettings.MAX_RETRY_AFTER
                    : asked)
        .orElse(Duration.ZERO);
  }

  /**
   * Returns before which time an item is not tried, judged against now.
   *
   * @param attempts those that failed; an item that was never tried waits for a policy
   */
  public static Timestamp waitsUntil(
      Timestamp notBefore, long attempts, Config config, Timestamp now) {
    Duration longest = attempts > 0 ? DeliverySettings.longestPause(config) : LONGEST_DELAY;
    return TimeJudge.pause(notBefore, longest, now);
  }

  /**
   * Returns whether a recipient is given up, which takes time as well as attempts, because an
   * absent peer has not refused.
   */
  static boolean givesUp(int attempts, Timestamp failingSince, Config config, Timestamp now) {
    return attempts >= config.get(DeliverySettings.MAX_ATTEMPTS)
        && !now.isBefore(failingSince.plus(config.get(DeliverySettings.GIVE_UP)));
  }

  /**
   * Returns whether a recipient is given up, since something in front of it has refused for a day.
   */
  static boolean givesUpPages(int attempts, Timestamp pagesSince, Config config, Timestamp now) {
    return attempts >= config.get(DeliverySettings.MAX_ATTEMPTS)
        && !now.isBefore(pagesSince.plus(PAGE_IS_TEMPORARY));
  }

  /** Returns the end of the configured pause, or of a longer one that the peer asked for. */
  static Timestamp nextAttempt(Attempt.Failed failed, int failures, Config config, Timestamp now) {
    Timestamp ours = now.plus(DeliverySettings.pauseAfter(config, failures));
    Timestamp theirs = now.plus(failed.retryAfter());
    return ours.isAfter(theirs) ? ours : theirs;
  }
}
