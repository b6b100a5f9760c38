package org.sovereignbook.sbp.delivery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.step.Progress;

/**
 * Posts the envelopes of one run: to several peers at a time, to one peer in order, and to a peer
 * that has failed no more in this run.
 */
final class Poster {
  private final PeerClient client;
  private final Semaphore connections;
  private final Progress progress;
  private final Map<PublicKey, Attempt.Failed> failures = new ConcurrentHashMap<>();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger total = new AtomicInteger();

  Poster(PeerClient client, int maxConnections, Progress progress) {
    this.client = client;
    this.connections = new Semaphore(maxConnections, true);
    this.progress = progress;
  }

  /** One envelope to post; it is made and signed when its turn comes. */
  record Post(
      OutgoingItem item, PublicKey recipient, Endpoint endpoint, Supplier<byte[]> envelope) {
    Place place() {
      return new Place(recipient, endpoint);
    }
  }

  /** Whom a post is for, and where. */
  record Place(PublicKey recipient, Endpoint endpoint) {}

  /**
   * What came of a batch.
   *
   * @param begun the posts that reached the network, with or without a known end
   */
  record Posted(Map<Post, Attempt> attempts, Set<Post> begun, boolean interrupted) {
    /** Whether nobody at all was heard. */
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

  /** How a peer failed in this run, if it did. */
  Optional<Attempt.Failed> failure(PublicKey peer) {
    return Optional.ofNullable(failures.get(peer));
  }

  /** How many posts the run will probably have, for the progress. */
  void expect(int posts) {
    total.addAndGet(posts);
  }

  /** Posts all; when the thread is interrupted, ends early and says so. */
  Posted post(List<Post> posts) {
    Map<PublicKey, List<Post>> queues = new LinkedHashMap<>();
    posts.forEach(
        post -> queues.computeIfAbsent(post.recipient(), _ -> new ArrayList<>()).add(post));
    Map<Post, Attempt> attempts = new ConcurrentHashMap<>();
    Set<Post> begun = ConcurrentHashMap.newKeySet();
    List<Callable<Integer>> work = new ArrayList<>();
    queues.values().forEach(queue -> work.add(() -> work(queue, attempts, begun)));
    boolean interrupted = false;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> queue : threads.invokeAll(work)) {
        queue.get();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (ExecutionException e) {
      throw unexpected(e);
    }
    return new Posted(Map.copyOf(attempts), Set.copyOf(begun), interrupted);
  }

  private int work(List<Post> queue, Map<Post, Attempt> attempts, Set<Post> begun)
      throws InterruptedException {
    int posted = 0;
    for (Post post : queue) {
      if (failure(post.recipient()).isEmpty()) {
        Attempt attempt = postOne(post, begun);
        attempts.put(post, attempt);
        posted++;
        if (attempt instanceof Attempt.Failed failed) {
          failures.put(post.recipient(), failed);
        }
      }
      advance();
    }
    return posted;
  }

  private Attempt postOne(Post post, Set<Post> begun) throws InterruptedException {
    connections.acquire();
    try {
      byte[] envelope = post.envelope().get();
      begun.add(post);
      return Delivery.attempt(client.post(post.endpoint(), envelope));
    } finally {
      connections.release();
    }
  }

  private synchronized void advance() {
    int now = done.incrementAndGet();
    progress.advanced(now, Math.max(now, total.get()));
  }

  private static RuntimeException unexpected(ExecutionException e) {
    switch (e.getCause()) {
      case Error error -> throw error;
      case RuntimeException failure -> throw failure;
      case null, default -> {
        return new IllegalStateException("posting failed", e);
      }
    }
  }
}
