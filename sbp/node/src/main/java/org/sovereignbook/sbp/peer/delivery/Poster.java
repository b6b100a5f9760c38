package org.sovereignbook.sbp.peer.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.AnswerTimes;
import org.sovereignbook.sbp.net.http.AnswerTimes.Speed;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.Lease;

/**
 * Sender of the envelopes of one run: posts to several peers at a time, quick ones first, to one
 * peer in order, and stops posting to a peer that has failed in this run.
 *
 * <p>A slow peer does not delay the others. A peer that answered slowly before, or makes us wait
 * now, gives its place to the next and continues in a separate lane. Few posts are under way to one
 * host, however many keys use it. Once a post to the host has timed out, keys there that have never
 * answered wait for another run.
 */
final class Poster implements AutoCloseable {
  /** Posts under way to one host. */
  static final int MAX_PER_HOST = 2;

  /** Outcomes that wait to be stored; while there are more, no post begins. */
  static final int MAX_UNSTORED = 1_000;

  /** Longest time that a post keeps its place, and its time until a first answer is known. */
  private static final Duration MAX_PATIENCE = Duration.ofSeconds(1);

  private static final Duration MIN_PATIENCE = Duration.ofMillis(20);

  private final PeerClient client;
  private final Successors successors;
  private final AnswerTimes times;
  private final Supplier<Instant> clock;
  private final Instant deadline;
  private final Progress progress;
  private final Semaphore places;
  private final Semaphore slow;
  private final ExecutorService threads;
  private final Map<String, Semaphore> hosts = new ConcurrentHashMap<>();
  private final Set<String> silent = ConcurrentHashMap.newKeySet();
  private final Map<PublicKey, Semaphore> peers = new ConcurrentHashMap<>();
  private final Map<PublicKey, Attempt.Failed> failures = new ConcurrentHashMap<>();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger total = new AtomicInteger();
  private int unstored;
  private volatile Duration mean = MAX_PATIENCE;

  /**
   * Creates a poster for one run.
   *
   * @param deadline after which no post is begun
   */
  Poster(
      Delivery delivery,
      Successors successors,
      AnswerTimes times,
      Config config,
      Instant deadline,
      Progress progress) {
    this.client = times.timing(delivery.client());
    this.threads = client.threads();
    this.successors = successors;
    this.times = times;
    this.clock = delivery.node().clock()::instant;
    this.deadline = deadline;
    this.progress = progress;
    this.places = new Semaphore(config.get(DeliverySettings.MAX_CONNECTIONS), true);
    this.slow = new Semaphore(config.get(DeliverySettings.MAX_SLOW_CONNECTIONS), true);
  }

  /**
   * Envelope to post; it is made and signed when its turn comes.
   *
   * @param close whether it is for a {@linkplain org.sovereignbook.sbp.store.Peer#isClose close}
   *     peer, which goes before strangers
   */
  record Post(
      OutgoingItem item,
      PublicKey recipient,
      Endpoint endpoint,
      boolean close,
      Supplier<byte[]> envelope) {
    Place place() {
      return new Place(recipient, endpoint);
    }
  }

  record Place(PublicKey recipient, Endpoint endpoint) {}

  /**
   * Outcomes of a batch.
   *
   * @param begun the posts that reached the network, with or without a known outcome
   */
  record Posted(Map<Post, Attempt> attempts, Set<Post> begun) {
    /** Returns whether no peer answered at all. */
    boolean isSilent() {
      return attempts.values().stream().allMatch(Attempt::isSilent);
    }

    Set<Endpoint> endpoints() {
      return attempts.keySet().stream().map(Post::endpoint).collect(Collectors.toSet());
    }

    Optional<Attempt> attempt(Post post) {
      return Optional.ofNullable(attempts.get(post));
    }
  }

  Optional<Attempt.Failed> failure(PublicKey peer) {
    return Optional.ofNullable(failures.get(peer));
  }

  /** Returns whether the time of the run is over, so that no further post begins. */
  boolean isOver() {
    return !clock.get().isBefore(deadline);
  }

  /** Sets the estimated number of posts of the run, for the progress. */
  void expect(int posts) {
    total.addAndGet(posts);
  }

  /** Ends what is still under way. */
  @Override
  public void close() {
    threads.shutdownNow();
    threads.close();
  }

  /**
   * Returns when there are outcomes to store: after this time, or when no further post may begin
   * before they are stored.
   *
   * @param over what ends the waiting, too
   */
  synchronized void awaitEnded(BooleanSupplier over, Duration atLeast) throws InterruptedException {
    long end = System.nanoTime() + atLeast.toNanos();
    for (long left = atLeast.toNanos();
        left > 0 && unstored < MAX_UNSTORED && !over.getAsBoolean();
        left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    while (unstored == 0 && !over.getAsBoolean()) {
      wait();
    }
  }

  /** Records that the outcomes of this many more posts are stored, or need not be. */
  synchronized void stored(int outcomes) {
    unstored -= outcomes;
    notifyAll();
  }

  private synchronized void endedOne() {
    unstored++;
    notifyAll();
  }

  private synchronized void changed() {
    notifyAll();
  }

  /** Waits until few outcomes are unstored, because a killed process repeats the unstored posts. */
  private synchronized void awaitStored() throws InterruptedException {
    while (unstored >= MAX_UNSTORED) {
      wait();
    }
  }

  /**
   * Begins all posts, quick peers first; {@link Posting} reports when they are done.
   *
   * @param claim checked right before each post: once it is lost, no further one begins
   */
  Posting post(List<Post> posts, Lease claim) {
    Map<PublicKey, List<Post>> queues = new LinkedHashMap<>();
    posts.forEach(
        post -> queues.computeIfAbsent(post.recipient(), _ -> new ArrayList<>()).add(post));
    Posting posting = new Posting(queues.size(), claim);
    List<Queue> ordered =
        queues.values().stream()
            .map(queue -> new Queue(queue, posting))
            .sorted(Comparator.comparing(Queue::speed).thenComparing(Queue::isStranger))
            .toList();
    // Before the first runs: a slow one waits until all others have left or ended.
    ordered.stream().filter(queue -> queue.speed() == Speed.SLOW).forEach(Queue::leaveAlone);
    ordered.forEach(queue -> posting.ends.add(threads.submit(queue.placed()::run)));
    return posting;
  }

  /** A batch under way. */
  static final class Posting {
    private final Map<Post, Attempt> attempts = new ConcurrentHashMap<>();
    private final Set<Post> begun = ConcurrentHashMap.newKeySet();
    private final List<Future<?>> ends = new ArrayList<>();
    private final Lease claim;
    private final CountDownLatch quick;
    private final CountDownLatch open;
    private volatile boolean lost;

    private Posting(int queues, Lease claim) {
      this.claim = claim;
      this.quick = new CountDownLatch(queues);
      this.open = new CountDownLatch(queues);
    }

    /** Returns whether all but the slow posts are done. */
    boolean isQuickDone() {
      return quick.getCount() == 0;
    }

    /** Returns whether all posts are done. */
    boolean isDone() {
      return open.getCount() == 0;
    }

    private boolean isClaimed() {
      lost = lost || !claim.isHeld();
      return !lost;
    }

    /** Returns when all are through. */
    void await() throws InterruptedException {
      for (Future<?> end : ends) {
        try {
          end.get();
        } catch (ExecutionException e) {
          throw unexpected(e);
        }
      }
    }

    /** Returns the outcomes known so far. */
    Posted posted() {
      return new Posted(Map.copyOf(attempts), Set.copyOf(begun));
    }
  }

  /** Posts to one peer, one after the other. */
  private final class Queue {
    private final List<Post> posts;
    private final Posting posting;
    private final PublicKey peer;
    private final String host;
    private final Speed speed;
    private final Semaphore ofPeer;
    private final Semaphore ofHost;
    private Semaphore lane = places;
    private boolean isPlaced;
    private boolean isWaitedFor = true;

    Queue(List<Post> posts, Posting posting) {
      this.posts = posts;
      this.posting = posting;
      this.peer = posts.getFirst().recipient();
      this.host = posts.getFirst().endpoint().host();
      this.speed = times.speed(posts.getFirst().endpoint());
      this.ofPeer = peers.computeIfAbsent(peer, _ -> new Semaphore(1, true));
      this.ofHost = hosts.computeIfAbsent(host, _ -> new Semaphore(MAX_PER_HOST, true));
    }

    Speed speed() {
      return speed;
    }

    boolean isStranger() {
      return !posts.getFirst().close();
    }

    /**
     * Takes a place at once if one is free, so that posts go in order of their submission, not of
     * their threads' start.
     */
    Queue placed() {
      if (speed != Speed.SLOW && ofPeer.tryAcquire()) {
        if (ofHost.tryAcquire()) {
          isPlaced = lane.tryAcquire();
          if (!isPlaced) {
            ofHost.release();
          }
        }
        if (!isPlaced) {
          ofPeer.release();
        }
      }
      return this;
    }

    /** Waits for the peer, then for its host, then for a place, and posts. */
    Void run() throws InterruptedException {
      try {
        if (speed == Speed.SLOW) {
          lane = slow;
          posting.quick.await();
        }
        take(ofPeer);
        try {
          take(ofHost);
          try {
            if (!isPlaced) {
              lane.acquire();
            }
            try {
              postAll();
            } finally {
              lane.release();
            }
          } finally {
            ofHost.release();
          }
        } finally {
          ofPeer.release();
        }
      } finally {
        leaveAlone();
        posting.open.countDown();
        changed();
      }
      return null;
    }

    /** Takes a place. If the place is occupied, the batch does not wait for this queue. */
    private void take(Semaphore wanted) throws InterruptedException {
      if (!isPlaced && !wanted.tryAcquire(0, TimeUnit.SECONDS)) {
        leaveAlone();
        wanted.acquire();
      }
    }

    private void postAll() throws InterruptedException {
      for (Post post : posts) {
        awaitStored();
        if (failure(peer).isEmpty() && !isOver() && !isHostSilent()) {
          Instant start = clock.get();
          attempt(post).ifPresent(attempt -> ended(post, attempt, start));
        }
        advance();
      }
    }

    private void ended(Post post, Attempt attempt, Instant start) {
      Duration took = Duration.between(start, clock.get());
      if (attempt instanceof Attempt.Failed failed) {
        failures.put(peer, failed);
        if (took.compareTo(AnswerTimes.SLOW) >= 0) {
          silent.add(host);
        }
      } else {
        mean = mean.plus(took).dividedBy(2);
      }
      posting.attempts.put(post, attempt);
      endedOne();
    }

    private boolean isHostSilent() {
      return speed != Speed.QUICK && silent.contains(host);
    }

    /**
     * Waits for the end; one that lets us wait, by the node's clock, gives its place to the next.
     * Empty when it was not begun, because the claim is lost.
     */
    @SuppressWarnings("ReferenceEquality") // a semaphore is itself
    private Optional<Attempt> attempt(Post post) throws InterruptedException {
      Duration patience = patience();
      Instant over = clock.get().plus(patience);
      Future<Optional<Attempt>> end = threads.submit(() -> postOne(post));
      try {
        if (lane == places) {
          do {
            try {
              return end.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
              // The clock says whether that was long enough.
            }
          } while (clock.get().isBefore(over));
          goSlow();
        }
        return end.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure && ItemFault.isOfItem(failure)) {
          // One post never ends the others; the item is given up with this reason.
          return Optional.of(new Attempt.Refused(false, ItemFault.reason(failure)));
        }
        throw unexpected(e);
      }
    }

    private Optional<Attempt> postOne(Post post) throws InterruptedException {
      byte[] envelope = post.envelope().get();
      if (!posting.isClaimed()) {
        return Optional.empty();
      }
      posting.begun.add(post);
      Attempt attempt = Delivery.attempt(client.post(post.endpoint(), envelope), envelope);
      if (attempt instanceof Attempt.Refused(boolean wrongRecipient, _) && wrongRecipient) {
        successors.ask(post.place());
      }
      return Optional.of(attempt);
    }

    private void goSlow() {
      if (slow.tryAcquire()) {
        lane.release();
        lane = slow;
        leaveAlone();
      }
    }

    /** Lets the batch continue without waiting for this queue. */
    private void leaveAlone() {
      if (isWaitedFor) {
        isWaitedFor = false;
        posting.quick.countDown();
        changed();
      }
    }
  }

  /** Returns the mean answer time within limits; up to twice as many posts under way do no harm. */
  private Duration patience() {
    Duration usual = mean;
    if (usual.compareTo(MIN_PATIENCE) < 0) {
      return MIN_PATIENCE;
    }
    return usual.compareTo(MAX_PATIENCE) > 0 ? MAX_PATIENCE : usual;
  }

  private synchronized void advance() {
    int now = done.incrementAndGet();
    progress.advanced(now, Math.max(now, total.get()));
  }

  static RuntimeException unexpected(ExecutionException e) {
    return switch (e.getCause()) {
      case Error error -> throw error;
      case RuntimeException failure -> failure;
      case null, default -> new IllegalStateException("posting failed", e);
    };
  }
}
