package org.sovereignbook.sbp.delivery;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/** One run of deliver, from reading the keys to the last commit. Used once. */
final class DeliveryRun {
  /** How many items are stored, posted and stored again together. */
  private static final int BATCH_ITEMS = 50;

  private final Node node;
  private final Store store;
  private final boolean ignoreBackoff;
  private final DeliveryConfig config;
  private final Timestamp started;
  private final ItemReader reader;
  private final Poster poster;
  private final Path memoryFile;
  private final DeliveryMemory stored;
  private final EnvelopeTimes times;

  private DeliveryMemory memory;
  private final List<DeliveryResult.Recipient> recipients = new ArrayList<>();
  private int waiting;
  private int withoutSubscribers;
  private int setAside;

  private DeliveryRun(
      Node node, Store store, PeerClient client, boolean ignoreBackoff, DeliveryProgress progress) {
    this.node = node;
    this.store = store;
    this.ignoreBackoff = ignoreBackoff;
    this.config = DeliveryConfig.from(node.config());
    this.started = node.now();
    this.reader = new ItemReader(node.keys(), node.identity(), started);
    this.poster = new Poster(client, config.maxConnections(), progress);
    this.memoryFile = node.home().operational().resolve("delivery-state.json");
    this.stored = remember();
    this.memory = stored;
    this.times = new EnvelopeTimes(started, stored.issuedUntil());
  }

  static DeliveryRun of(
      Node node, Store store, PeerClient client, boolean now, DeliveryProgress progress) {
    return new DeliveryRun(node, store, client, now, progress);
  }

  DeliveryResult run() throws InterruptedException {
    List<OutboxId> fresh = new ArrayList<>();
    List<OutboxId> backlog = new ArrayList<>();
    survey(fresh, backlog);
    deliver(fresh);
    deliver(backlog);
    int removed = clearFailed();
    return new DeliveryResult(recipients, waiting, withoutSubscribers, setAside, removed);
  }

  /** Sorts what is due: what was never tried goes first. */
  private void survey(List<OutboxId> fresh, List<OutboxId> backlog) {
    PeerTable peers = store.peers();
    for (OutboxId id : store.outbox().pending()) {
      Optional<OutgoingItem> found = read(id, peers);
      if (found.isEmpty()) {
        continue;
      }
      OutgoingItem item = Batch.withdraw(found.get(), peers);
      int due = (int) item.recipients().entrySet().stream().filter(this::isDue).count();
      poster.expect(due);
      if (due > 0 || item.isSettled() || !item.equals(found.get())) {
        (item.isFresh() ? fresh : backlog).add(id);
      } else {
        waiting += pending(item);
      }
    }
    if (!fresh.isEmpty() && !peers.problems().isEmpty()) {
      ChangeSet reports = new ChangeSet();
      peers.problems().forEach(p -> reports.add(DeliveryLog.unreadablePeer(p, node.now())));
      store.commit(reports);
    }
  }

  private void deliver(List<OutboxId> ids) throws InterruptedException {
    for (int from = 0; from < ids.size(); from += BATCH_ITEMS) {
      deliverBatch(ids.subList(from, Math.min(from + BATCH_ITEMS, ids.size())));
    }
  }

  private void deliverBatch(List<OutboxId> ids) throws InterruptedException {
    PeerTable peers = store.peers();
    Batch batch = new Batch(peers, reader);
    for (OutboxId id : ids) {
      read(id, peers).ifPresent(item -> batch.add(item, this::isDue, times));
    }
    if (!batch.posts().isEmpty()) {
      storeIntents(batch);
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
    storeResults(batch, peers, now);
    if (posted.interrupted()) {
      throw new InterruptedException("delivery was interrupted");
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
      Timestamp until = Batch.until(failed, failures, config, now);
      memory = memory.withBackoff(peer, new DeliveryMemory.Backoff(failures, until));
    } else {
      memory = memory.withoutBackoff(peer);
    }
  }

  private void storeResults(Batch batch, PeerTable before, Timestamp now) {
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
      results.add(DeliveryLog.recipient(one, before, now));
      if (one.outcome() == DeliveryResult.Outcome.DELIVERED) {
        after = after.update(one.key(), peer -> peer.withLastContact(now));
      }
    }
    results.addAll(after.changes(before)).add(memoryChange());
    store.commit(results);
    recipients.addAll(batch.outcomes());
    waiting += batch.waiting();
  }

  private void finish(OutgoingItem item, Timestamp now, ChangeSet results) {
    if (item.recipients().isEmpty()) {
      withoutSubscribers++;
      results.add(DeliveryLog.withoutSubscribers(item.id(), now));
    }
    results.add(
        item.isFailure()
            ? new Change.FailOutbox(item.id(), item.toFailedJson(now))
            : new Change.ArchiveSent(item.id(), item.toJson(), now));
  }

  private static void putChanged(List<OutgoingItem> items, ChangeSet changes) {
    for (OutgoingItem item : items) {
      if (!item.isStored()) {
        changes.add(new Change.PutOutbox(item.id(), item.toJson()));
      }
    }
  }

  private int clearFailed() {
    Timestamp now = node.now();
    Duration keep = Duration.ofDays(config.failedKeepDays());
    FailedItems items = FailedItems.look(store.outbox(), memory.failedSince(), keep, now);
    ChangeSet changes = new ChangeSet();
    for (String name : items.tooOld()) {
      changes.add(new Change.RemoveFailed(name)).add(DeliveryLog.removed(name, now));
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
              .add(new Change.SetAsideOutbox(id))
              .add(DeliveryLog.setAside(id, String.valueOf(e.getMessage()), node.now())));
      return Optional.empty();
    }
  }

  private boolean isDue(java.util.Map.Entry<PublicKey, RecipientState> entry) {
    return isDue(entry.getKey(), entry.getValue());
  }

  private boolean isDue(PublicKey recipient, RecipientState state) {
    boolean hasWaited =
        ignoreBackoff || (state.isDueAt(started) && stored.isDueAt(recipient, started));
    return state.isPending() && hasWaited && !poster.hasFailed(recipient);
  }

  private static int pending(OutgoingItem item) {
    return (int) item.recipients().values().stream().filter(RecipientState::isPending).count();
  }

  private Change memoryChange() {
    return new Change.WriteFile(memoryFile, JsonWriter.pretty(memory.toJson()) + "\n");
  }

  /** A spoilt memory is started anew: it is worth no message. */
  private DeliveryMemory remember() {
    try {
      return node.readJson(memoryFile).map(DeliveryMemory::read).orElse(DeliveryMemory.empty());
    } catch (NodeException | IllegalArgumentException e) {
      return DeliveryMemory.empty();
    }
  }
}
