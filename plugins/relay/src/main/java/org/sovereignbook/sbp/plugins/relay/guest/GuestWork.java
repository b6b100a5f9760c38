package org.sovereignbook.sbp.plugins.relay.guest;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.peer.server.HeldPost;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.Store;

/** Fetches the post of a node from all its relays. */
public final class GuestWork {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private static final Duration SHORT_PAUSE = Duration.ofMillis(100);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final int MOST_DOUBLINGS = 10;

  /** A relay that answers sooner has not waited for the next message. */
  private static final Duration AT_ONCE = Duration.ofMillis(500);

  /**
   * Pauses of a relay that answers and brings nothing, so that post is never late by more than
   * this.
   */
  private static final int MOST_OF_VAIN = 3;

  private final Ledger ledger;
  private final RelayCalls calls;
  private final Store store;
  private final HeldPost post;
  private final Consumer<String> log;

  private GuestWork(Ledger ledger, HttpPeerClient client, Store store, Consumer<String> log) {
    this.ledger = ledger;
    this.calls = new RelayCalls(ledger.node(), client);
    this.store = store;
    this.post = new HeldPost(ledger.node(), store, log);
    this.log = log;
  }

  /** Returns whether there is anything to do in a node, without a look into the database. */
  public static boolean isNeeded(Node node) {
    return JoinedRelays.isAny(node);
  }

  /** Returns whether a tick is to fetch: nothing else does in this node. */
  public static boolean isForTick(Node node) {
    return isNeeded(node) && NodeLock.holder(lock(node)).isEmpty();
  }

  private static Path lock(Node node) {
    return node.home().operational().resolve("relay.lock");
  }

  private static Optional<NodeLock> taken(Node node) {
    return NodeLock.tryAcquire(lock(node), "relay", node.now(), node.randomId());
  }

  /**
   * Fetches as messages come, from all relays at once, until it is interrupted or there is no relay
   * any more. Does nothing while another process is at it.
   *
   * @param beside what is to be done every few seconds meanwhile
   */
  public static void run(
      Ledger ledger, Supplier<Store> stores, Consumer<String> log, Runnable beside)
      throws InterruptedException {
    Optional<NodeLock> lock = taken(ledger.node());
    if (lock.isEmpty()) {
      return;
    }
    try (NodeLock _ = lock.get();
        HttpPeerClient client = RelayCalls.client(ledger.node());
        Store store = stores.get()) {
      new GuestWork(ledger, client, store, log).keepOn(beside);
    }
  }

  /**
   * Fetches what waits now.
   *
   * @return how many messages have come; empty while another process fetches
   */
  public static Optional<Integer> once(Ledger ledger, Store store, Consumer<String> log)
      throws InterruptedException {
    Optional<NodeLock> lock = taken(ledger.node());
    if (lock.isEmpty()) {
      return Optional.empty();
    }
    try (NodeLock _ = lock.get();
        HttpPeerClient client = RelayCalls.client(ledger.node())) {
      GuestWork work = new GuestWork(ledger, client, store, log);
      int stored = 0;
      for (Joined joined : work.holding()) {
        stored += work.drained(joined);
      }
      work.moveIfSilent();
      return Optional.of(stored);
    }
  }

  /** Fetches what waits at one relay; its fault keeps no other back. */
  private int drained(Joined joined) throws InterruptedException {
    try {
      return rounds(joined, _ -> {}).drain();
    } catch (RuntimeException e) {
      log.accept("post of " + joined.relay() + " is not fetched: " + ItemFault.reason(e));
      return 0;
    }
  }

  private List<Joined> holding() {
    return ledger.read(tx -> new JoinedRelays(tx).holding());
  }

  private Rounds rounds(Joined joined, Consumer<JsonObject> passedOn) {
    return new Rounds(ledger, calls, store, post, joined, passedOn);
  }

  private void keepOn(Runnable beside) throws InterruptedException {
    Map<Endpoint, Thread> threads = new HashMap<>();
    try {
      while (JoinedRelays.isAny(ledger.node())) {
        for (Joined joined : holding()) {
          Thread last = threads.get(joined.relay());
          if (last == null || !last.isAlive()) {
            threads.put(
                joined.relay(),
                Thread.ofVirtual().name("relay " + joined.relay()).start(() -> fetch(joined)));
          }
        }
        moveIfSilent();
        beside.run();
        new Polling(ledger.node().clock(), BETWEEN_LOOKS).pause();
      }
    } finally {
      Workers.end(List.copyOf(threads.values()));
    }
  }

  /** Fetches from one relay until it holds nothing for this node any more. */
  private void fetch(Joined joined) {
    try (PassedOn passed = new PassedOn(ledger.node(), calls, joined, log)) {
      Rounds rounds = rounds(joined, passed::answer);
      int vain = 0;
      while (isHolding(joined)) {
        long start = System.nanoTime();
        Optional<Fetching.Round> round = attempt(rounds, joined);
        boolean isSlow = System.nanoTime() - start >= AT_ONCE.toNanos();
        boolean hasCome = round.filter(it -> it.stored() > 0).isPresent();
        // A relay that waits for the next message is asked again at once. One that does not, or
        // brings nothing that is taken, could otherwise keep both nodes busy.
        vain = hasCome || (round.isPresent() && isSlow) ? 0 : vain + 1;
        if (vain > 0 && round.isPresent() && passed.isBusy()) {
          new Polling(ledger.node().clock(), SHORT_PAUSE).pause();
        } else if (vain > 0) {
          pause(Math.min(vain, round.isPresent() ? MOST_OF_VAIN : MOST_DOUBLINGS));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // It is begun anew by the next look.
      log.accept("post of " + joined.relay() + " is not fetched: " + ItemFault.reason(e));
    }
  }

  /** Does a round; a failure of this machine, such as a full disk, is told and ends nothing. */
  private Optional<Fetching.Round> attempt(Rounds rounds, Joined joined)
      throws InterruptedException {
    try {
      return rounds.next(ledger.node().config().get(RelaySettings.WAIT));
    } catch (RuntimeException e) {
      log.accept("post of " + joined.relay() + " is not fetched: " + ItemFault.reason(e));
      return Optional.empty();
    }
  }

  private boolean isHolding(Joined joined) {
    return ledger.<Boolean>read(
        tx -> new JoinedRelays(tx).find(joined.relay()).filter(one -> !one.ended()).isPresent());
  }

  private void pause(int failures) throws InterruptedException {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << (failures - 1));
    Duration most = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    new Polling(ledger.node().clock(), most).pause();
  }

  /** Moves the node to another of its relays when the one of its endpoint is silent for long. */
  private void moveIfSilent() {
    Instant now = ledger.node().clock().instant();
    Duration patience = ledger.node().config().get(RelaySettings.FAILOVER);
    Optional<Joined> silent =
        ledger
            .<Optional<Joined>>read(tx -> new JoinedRelays(tx).main())
            .filter(
                one ->
                    one.ended()
                        || one.failing()
                            .filter(since -> since.plus(patience).isBefore(now))
                            .isPresent());
    Optional<Joined> other =
        silent.flatMap(
            one ->
                holding().stream()
                    .filter(it -> !it.relay().equals(one.relay()) && it.failing().isEmpty())
                    .findFirst());
    if (other.isPresent()) {
      boolean isDone =
          ItemFault.orElse(() -> OwnEndpoint.set(store, ledger, other.get().address()), _ -> false);
      if (isDone) {
        log.accept(
            "%s is silent; this node's endpoint is now %s"
                .formatted(silent.get().relay(), other.get().address()));
      }
    }
  }
}
