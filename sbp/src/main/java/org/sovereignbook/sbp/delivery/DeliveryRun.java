package org.sovereignbook.sbp.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.delivery.DeliveryResult.Outcome;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.step.Progress;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/** One run of deliver, from reading the keys to the last commit. Used once. */
final class DeliveryRun {
  /** How many items are stored, posted and stored again together. */
  private static final int BATCH_ITEMS = 50;

  private static final Comparator<Queued> OLDEST_FIRST =
      Comparator.comparingInt(Queued::attempts).reversed();

  /** An item of the outbox that there is something to do for. */
  private record Queued(OutboxId id, boolean fresh, int attempts) {}

  private final Node node;
  private final Store store;
  private final DeliveryRules rules;
  private final boolean ignoreBackoff;
  private final Config config;
  private final Timestamp started;
  private final ItemReader reader;
  private final Poster poster;
  private final DeliveryMemory stored;
  private final EnvelopeTimes times;

  private DeliveryMemory memory;
  private final List<UnaryOperator<DeliveryMemory>> lessons = new ArrayList<>();
  private final List<DeliveryResult.Recipient> recipients = new ArrayList<>();
  private int notDue;
  private int withoutSubscribers;
  private int setAside;

  DeliveryRun(
      Node node,
      Store store,
      PeerClient client,
      DeliveryRules rules,
      boolean ignoreBackoff,
      Progress progress) {
    this.node = node;
    this.store = store;
    this.rules = rules;
    this.ignoreBackoff = ignoreBackoff;
    this.config = DeliverySettings.ALL.checked(node.config());
    this.started = node.now();
    this.reader = new ItemReader(node.keys(), node.identity(), started, rules);
    this.poster = new Poster(client, rules, config.get(DeliverySettings.MAX_CONNECTIONS), progress);
    this.stored = remember();
    this.memory = stored;
    this.times = new EnvelopeTimes(started, stored.issuedUntil());
  }

  DeliveryResult run() throws InterruptedException {
    List<Queued> queue = survey();
    List<OutboxId> fresh = queue.stream().filter(Queued::fresh).map(Queued::id).toList();
    List<OutboxId> all = queue.stream().sorted(OLDEST_FIRST).map(Queued::id).toList();
    deliver(fresh, (peer, state) -> isDue(peer, state) && stored.failures(peer) == 0);
    // Of what waits for a failing peer the oldest item tries it: new ones must not always be first.
    int pending = deliver(all, this::isDue);
    int removed = clearFailed();
    int retried = (int) recipients.stream().filter(one -> one.outcome() == Outcome.RETRY).count();
    return new DeliveryResult(
        recipients, notDue + pending - retried, withoutSubscribers, setAside, removed);
  }

  /** Finds the items that there is something to do for. */
  private List<Queued> survey() {
    List<Queued> queue = new ArrayList<>();
    PeerTable peers = store.peers();
    for (OutboxId id : store.outbox().pending()) {
      Optional<OutgoingItem> found = read(id, peers);
      if (found.isEmpty()) {
        continue;
      }
      OutgoingItem item = Batch.withdraw(found.get(), peers, rules);
      int due = (int) item.recipients().entrySet().stream().filter(this::isDue).count();
      poster.expect(due);
      if (due > 0 || item.isSettled() || !item.equals(found.get())) {
        queue.add(new Queued(id, item.isFresh(), item.attempts()));
      } else {
        notDue += item.pending();
      }
    }
    if (queue.stream().anyMatch(Queued::fresh) && !peers.problems().isEmpty()) {
      ChangeSet reports = new ChangeSet();
      peers.problems().forEach(p -> reports.tell(DeliveryEvents.unreadablePeer(p, node.now())));
      store.commit(reports);
    }
    return queue;
  }

  /** Delivers, and counts the recipients that still wait afterwards. */
  private int deliver(List<OutboxId> ids, Batch.Due due) throws InterruptedException {
    int pending = 0;
    for (int from = 0; from < ids.size(); from += BATCH_ITEMS) {
      pending += deliverBatch(ids.subList(from, Math.min(from + BATCH_ITEMS, ids.size())), due);
    }
    return pending;
  }

  private int deliverBatch(List<OutboxId> ids, Batch.Due due) throws InterruptedException {
    try (Outbox.Claim claim = store.outbox().claim(ids)) {
      return deliverClaimed(claim.ids(), due);
    }
  }

  private int deliverClaimed(List<OutboxId> ids, Batch.Due due) throws InterruptedException {
    PeerTable peers = store.peers();
    Batch batch = new Batch(peers, reader, rules);
    try (Hold _ = Turn.take(store)) {
      learnFromOthers();
      for (OutboxId id : ids) {
        read(id, peers).ifPresent(item -> batch.add(item, due, times));
      }
      if (!batch.posts().isEmpty()) {
        storeIntents(batch);
      }
    }
    Poster.Posted posted = poster.post(batch.posts());
    Timestamp now = node.now();
    for (Poster.Post post : batch.posts()) {
      posted
          .verdict(post)
          .ifPresentOrElse(
              verdict -> apply(batch, post, verdict, now),
              () -> batch.leave(post, posted.begun().contains(post)));
    }
    batch.shareFailures(this::hasWaited, this::hopeless, config, now);
    storeResults(batch, peers, now);
    if (posted.interrupted()) {
      throw new InterruptedException("delivery was interrupted");
    }
    return batch.pending();
  }

  /** Another machine that shares the outbox may have remembered more since our last commit. */
  private void learnFromOthers() {
    DeliveryMemory now = remember();
    for (UnaryOperator<DeliveryMemory> lesson : lessons) {
      now = lesson.apply(now);
    }
    if (!now.equals(memory)) {
      memory = now;
      times.startAfter(now.issuedUntil());
    }
  }

  /** From here on a crash cannot make a second envelope of what may have left in the first. */
  private void storeIntents(Batch batch) {
    ChangeSet intents = new ChangeSet();
    putChanged(batch.items(), intents);
    memory = memory.withIssuedUntil(times.latest());
    intents.add(memoryChange());
    store.commit(intents);
    batch.stored();
  }

  private void apply(Batch batch, Poster.Post post, Verdict verdict, Timestamp now) {
    batch.apply(post, verdict, config, now);
    PublicKey peer = post.recipient();
    if (verdict instanceof Verdict.Failed failed) {
      int failures = memory.failures(peer) + 1;
      Timestamp until = rules.nextAttempt(failed, failures, config, now);
      learn(known -> known.withBackoff(peer, new DeliveryMemory.Backoff(failures, until)));
    } else {
      learn(known -> known.withoutBackoff(peer));
    }
  }

  private void learn(UnaryOperator<DeliveryMemory> lesson) {
    memory = lesson.apply(memory);
    lessons.add(lesson);
  }

  private void storeResults(Batch batch, PeerTable before, Timestamp now)
      throws InterruptedException {
    ChangeSet results = new ChangeSet();
    List<OutgoingItem> unfinished = new ArrayList<>();
    for (OutgoingItem item : batch.items()) {
      if (item.isSettled()) {
        finish(item, now, results);
      } else {
        unfinished.add(item);
      }
    }
    putChanged(unfinished, results);
    PeerTable after = before;
    for (DeliveryResult.Recipient one : batch.outcomes()) {
      results.tell(DeliveryEvents.recipient(one, before, now));
      if (one.outcome() == Outcome.DELIVERED) {
        after = after.update(one.recipientKey(), peer -> peer.contactedAt(now));
      }
    }
    results.addAll(after.changes(before));
    try (Hold _ = Turn.take(store)) {
      learnFromOthers();
      store.commit(results.add(memoryChange()));
      lessons.clear();
    }
    recipients.addAll(batch.outcomes());
  }

  private void finish(OutgoingItem item, Timestamp now, ChangeSet results) {
    if (item.recipients().isEmpty()) {
      withoutSubscribers++;
      results.tell(DeliveryEvents.withoutSubscribers(item.id(), now));
    }
    results.add(
        item.isFailure()
            ? Outbox.fail(item.id(), item.toFailedJson(now))
            : Outbox.sent(item.id(), sent(item), now));
  }

  private JsonObject sent(OutgoingItem item) {
    if (item.isFanOut()) {
      return item.toJson();
    }
    PublicKey recipient = item.recipients().firstEntry().getKey();
    return item.recipients()
        .firstEntry()
        .getValue()
        .timestamp()
        .map(time -> reader.envelopeHash(item, recipient, time).toString())
        .map(hash -> item.toJson().with(OutboxItems.ENVELOPE_HASH, hash))
        .orElseGet(item::toJson);
  }

  private static void putChanged(List<OutgoingItem> items, ChangeSet changes) {
    for (OutgoingItem item : items) {
      if (!item.isStored()) {
        changes.add(Outbox.put(item.id(), item.toJson()));
      }
    }
  }

  private int clearFailed() throws InterruptedException {
    try (Hold _ = Turn.take(store)) {
      learnFromOthers();
      return clearFailed(node.now());
    }
  }

  private int clearFailed(Timestamp now) {
    Duration keep = config.get(DeliverySettings.FAILED_KEEP);
    FailedItems items = FailedItems.look(store.outbox(), memory.failedSince(), keep, now);
    ChangeSet changes = new ChangeSet();
    for (String name : items.tooOld()) {
      changes.add(Outbox.removeFailed(name)).tell(DeliveryEvents.removed(name, now));
    }
    if (!items.since().equals(memory.failedSince())) {
      memory = memory.withFailedSince(items.since());
      changes.add(memoryChange());
    }
    if (!changes.isEmpty()) {
      store.commit(changes);
    }
    return items.tooOld().size();
  }

  /** An item, unless it is gone or makes no sense; in the latter case it is set aside. */
  private Optional<OutgoingItem> read(OutboxId id, PeerTable peers) {
    try {
      Optional<JsonObject> file = store.outbox().read(id);
      return file.isPresent() ? Optional.of(reader.read(id, file.get(), peers)) : Optional.empty();
    } catch (NodeException | ItemReader.MalformedItem e) {
      setAside++;
      store.commit(
          new ChangeSet()
              .add(Outbox.setAside(id))
              .tell(DeliveryEvents.setAside(id, String.valueOf(e.getMessage()), node.now())));
      return Optional.empty();
    }
  }

  private boolean isDue(Map.Entry<PublicKey, RecipientState> entry) {
    return isDue(entry.getKey(), entry.getValue());
  }

  private boolean isDue(PublicKey recipient, RecipientState state) {
    return hasWaited(recipient, state) && poster.failure(recipient).isEmpty();
  }

  private boolean hasWaited(PublicKey recipient, RecipientState state) {
    return state.isPending()
        && (ignoreBackoff || (state.isDueAt(started) && stored.isDueAt(recipient, started)));
  }

  /** How a peer failed in this run that fails for at least the third time in a row. */
  private Optional<Verdict.Failed> hopeless(PublicKey peer) {
    return memory.failures(peer) < config.get(DeliverySettings.MAX_ATTEMPTS)
        ? Optional.empty()
        : poster
            .failure(peer)
            // What was in doubt before stays in doubt: nothing was heard of it.
            .map(f -> new Verdict.Failed(true, "peer failed: " + f.reason(), f.retryAfter()));
  }

  private Change memoryChange() {
    return StateDocument.DELIVERY.write(Shape.write(memory));
  }

  /** A spoilt memory is started anew: it is worth no message. */
  private DeliveryMemory remember() {
    try {
      return store
          .state(StateDocument.DELIVERY)
          .map(Shape.of(DeliveryMemory.class)::read)
          .orElse(DeliveryMemory.empty());
    } catch (NodeException | IllegalArgumentException e) {
      return DeliveryMemory.empty();
    }
  }
}
