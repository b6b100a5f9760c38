package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * {@code operational/discovery-queue.json}: the candidates that peers named in a {@code peer-list}
 * (CHOICES 7). The reader adds them, network looks them up. In the file: {@code
 * {"candidates":[{"public_key","endpoint","name"?,"recommended_by","added_at","tries"?},…]}}.
 * Bounded, so that no flood of lists fills it beyond use. Immutable.
 *
 * @param entries oldest first; what cannot be read in the file is none
 */
public record DiscoveryQueue(@Shape.Named("candidates") List<QueuedKey> entries) {

  /** Key named by a peer, and the claimed endpoint of its identity document. */
  public record Candidate(@Shape.Named("public_key") PublicKey key, Endpoint endpoint) {}

  /** Waiting candidate; {@code tries} counts its failed fetches. */
  public record QueuedKey(
      @Shape.Inline Candidate candidate,
      Optional<String> name,
      Optional<PublicKey> recommendedBy,
      Optional<Timestamp> addedAt,
      Optional<Integer> tries) {
    private QueuedKey failedAgain() {
      return new QueuedKey(candidate, name, recommendedBy, addedAt, Optional.of(failures() + 1));
    }

    private int failures() {
      return Math.max(0, tries.orElse(0));
    }
  }

  /** New candidates taken from one message. */
  public static final int MAX_CANDIDATES_PER_MESSAGE = 20;

  /** Candidates that wait at the same time. */
  public static final int MAX_CANDIDATES = 1_000;

  public DiscoveryQueue {
    entries = List.copyOf(entries);
  }

  /** Loads the stored queue; a damaged one counts as empty, since peers' lists arrive again. */
  public static DiscoveryQueue load(Store store) {
    return store
        .intactState(StateDocument.DISCOVERY_QUEUE)
        .map(Shape.of(DiscoveryQueue.class)::readWhatFits)
        .orElseGet(() -> new DiscoveryQueue(List.of()));
  }

  /** Returns the change that stores this queue. */
  public Change save() {
    return StateDocument.DISCOVERY_QUEUE.write(Shape.write(this));
  }

  /** Returns the queue with the new candidates of one message, as far as there is space. */
  public DiscoveryQueue with(
      List<Payload.Candidate> recommended,
      PublicKey recommendedBy,
      Predicate<PublicKey> isKnown,
      Timestamp now) {
    List<QueuedKey> more = new ArrayList<>(entries);
    Set<PublicKey> keys = new HashSet<>();
    candidates().forEach(waiting -> keys.add(waiting.key()));
    int room = Math.min(MAX_CANDIDATES_PER_MESSAGE, MAX_CANDIDATES - entries.size());
    for (Payload.Candidate candidate : recommended) {
      boolean hasRoom = more.size() - entries.size() < room;
      if (hasRoom && !isKnown.test(candidate.publicKey()) && keys.add(candidate.publicKey())) {
        more.add(
            new QueuedKey(
                new Candidate(candidate.publicKey(), candidate.endpoint()),
                candidate.name(),
                Optional.of(recommendedBy),
                Optional.of(now),
                Optional.empty()));
      }
    }
    return new DiscoveryQueue(more);
  }

  public List<Candidate> candidates() {
    return entries.stream().map(QueuedKey::candidate).distinct().toList();
  }

  /**
   * Returns the queue after a run of network.
   *
   * @param done candidates that are settled and leave
   * @param failed candidates that could not be fetched: they leave after {@code maxTries} failures
   */
  public DiscoveryQueue after(List<Candidate> done, List<Candidate> failed, int maxTries) {
    return new DiscoveryQueue(
        entries.stream()
            .filter(entry -> !done.contains(entry.candidate()))
            .map(entry -> failed.contains(entry.candidate()) ? entry.failedAgain() : entry)
            .filter(entry -> entry.failures() < maxTries)
            .toList());
  }
}
