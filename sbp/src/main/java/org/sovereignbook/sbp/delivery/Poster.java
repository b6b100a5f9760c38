package org.sovereignbook.sbp.delivery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.step.Progress;
import org.sovereignbook.sbp.store.OutboxId;

/**
 * Posts the envelopes of one run: to several peers at a time, to one peer in order, and to a peer
 * that has failed no more in this run.
 */
public final class Poster {
  private final PeerClient client;
  private final DeliveryRules rules;
  private final Semaphore connections;
  private final Progress progress;
  private final Map<PublicKey, Verdict.Failed> failures = new ConcurrentHashMap<>();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger total = new AtomicInteger();

  public Poster(PeerClient client, DeliveryRules rules, int maxConnections, Progress progress) {
    this.client = client;
    this.rules = rules;
    this.connections = new Semaphore(maxConnections, true);
    this.progress = progress;
  }

  /** One envelope to post; it is made and signed when its turn comes. */
  public record Post(
      OutboxId item, PublicKey recipient, Endpoint endpoint, Supplier<byte[]> envelope) {}

  /**
   * What came of a batch.
   *
   * @param begun the posts that reached the network, with or without a verdict
   */
  public record Posted(Map<Post, Verdict> verdicts, Set<Post> begun, boolean interrupted) {
    public Optional<Verdict> verdict(Post post) {
      return Optional.ofNullable(verdicts.get(post));
    }
  }

  /** How a peer failed in this run, if it did. */
  public Optional<Verdict.Failed> failure(PublicKey peer) {
    return Optional.ofNullable(failures.get(peer));
  }

  /** How many posts the run will probably have, for the progress. */
  public void expect(int posts) {
    total.addAndGet(posts);
  }

  /** Posts all; when the thread is interrupted, ends early and says so. */
  public Posted post(List<Post> posts) {
    Map<PublicKey, List<Post>> queues = new LinkedHashMap<>();
    posts.forEach(
        post -> queues.computeIfAbsent(post.recipient(), _ -> new ArrayList<>()).add(post));
    Map<Post, Verdict> verdicts = new ConcurrentHashMap<>();
    Set<Post> begun = ConcurrentHashMap.newKeySet();
    boolean interrupted = false;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> running = new ArrayList<>();
      queues.values().forEach(q -> running.add(threads.submit(() -> work(q, verdicts, begun))));
      try {
        for (Future<Integer> queue : running) {
          queue.get();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        threads.shutdownNow();
      } catch (ExecutionException e) {
        threads.shutdownNow();
        throw unexpected(e);
      }
    }
    return new Posted(Map.copyOf(verdicts), Set.copyOf(begun), interrupted);
  }

  private int work(List<Post> queue, Map<Post, Verdict> verdicts, Set<Post> begun)
      throws InterruptedException {
    int posted = 0;
    for (Post post : queue) {
      if (failure(post.recipient()).isEmpty()) {
        Verdict verdict = postOne(post, begun);
        verdicts.put(post, verdict);
        posted++;
        if (verdict instanceof Verdict.Failed failed) {
          failures.put(post.recipient(), failed);
        }
      }
      advance();
    }
    return posted;
  }

  private Verdict postOne(Post post, Set<Post> begun) throws InterruptedException {
    connections.acquire();
    try {
      byte[] envelope = post.envelope().get();
      begun.add(post);
      return rules.verdict(client.post(post.endpoint(), envelope));
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
