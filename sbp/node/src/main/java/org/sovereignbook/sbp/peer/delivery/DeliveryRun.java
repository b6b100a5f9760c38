package org.sovereignbook.sbp.peer.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.net.http.AnswerTimes;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.delivery.DeliveryResult.Outcome;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/** Run of deliver, from reading the keys to the last commit. Used once. */
final class DeliveryRun {
  /** Number of items that are claimed, stored and posted together. */
  private static final int BATCH_ITEMS = 50;

  /**
   * Number of posts of a batch of several items: with each commit all items are written whole whose
   * posts are under way.
   */
  private static final int BATCH_POSTS = 1_000;

  /** An outcome is stored so soon after it is known, unless a commit itself takes longer. */
  private static final Duration MAX_UNSTORED = Duration.ofMillis(900);

  /**
   * Factor by which the pause after a commit exceeds the commit, so that a run is not all commits.
   */
  private static final int PAUSE_FACTOR = 8;

  /** Limit of passes, made for peers that answered again or changed their key during the run. */
  private static final int MAX_PASSES = 4;

  private static final Comparator<Queued> OLDEST_FIRST =
      Comparator.comparingInt(Queued::attempts).reversed();

  /** An item of the outbox that there is something to do for. */
  private record Queued(OutboxId id, boolean fresh, int attempts, int due) {}

  private final Delivery delivery;
  private final Node node;
  private final Store store;
  private final boolean ignoreBackoff;
  private final Config config;
  private final Timestamp started;
  private final PeerTable peersAtStart;
  private final ItemReader reader;
  private final Poster poster;
  private final DeliveryState state;
  private final Successors successors;
  private final AnswerTimes times;
  private final UnreachedFollowers unreached;

  /** Peers that answer again, so that their items need not wait any longer. */
  private final Set<PublicKey> back = new HashSet<>();

  private final List<DeliveryResult.Recipient> recipients = new ArrayList<>();

  private Duration pause = Duration.ZERO;
  private boolean interrupted;
  private boolean heard;
  private boolean offline;
  private int notDue;
  private int withoutSubscribers;
  private int setAside;

  DeliveryRun(Delivery delivery, boolean ignoreBackoff, Progress progress) {
    this.delivery = delivery;
    this.node = delivery.node();
    this.store = delivery.store();
    this.ignoreBackoff = ignoreBackoff;
    this.config = DeliverySettings.ALL.checked(node.config());
    this.started = node.now();
    this.peersAtStart = store.peers();
    this.reader = ItemReader.of(node, started);
    this.state = new DeliveryState(store, started);
    this.successors = new Successors(delivery);
    this.times = AnswerTimes.load(node, store);
    this.unreached = UnreachedFollowers.load(store, config, started);
    Instant deadline = node.clock().instant().plus(config.get(DeliverySettings.RUN_LIMIT));
    this.poster = new Poster(delivery, successors, times, config, deadline, progress);
  }

  DeliveryResult run() throws InterruptedException {
    try (poster) {
      return runPasses();
    }
  }

  private DeliveryResult runPasses() throws InterruptedException {
    restoreSeats();
    int pending = 0;
    int backBefore = -1;
    for (int pass = 0; pass < MAX_PASSES && back.size() > backBefore; pass++) {
      backBefore = back.size();
      List<Queued> queue = survey();
      List<Queued> fresh = queue.stream().filter(Queued::fresh).toList();
      List<Queued> all = queue.stream().sorted(OLDEST_FIRST).toList();
      deliver(fresh, (peer, how) -> isDue(peer, how) && state.atStart().failures(peer) == 0);
      // The oldest item for a failing peer is tried first; otherwise new ones would always be
      // first.
      pending = deliver(all, this::isDue);
    }
    int removed = clearFailed();
    int retried = (int) recipients.stream().filter(one -> one.outcome() == Outcome.RETRY).count();
    return new DeliveryResult(
        recipients, notDue + pending - retried, withoutSubscribers, setAside, removed, offline);
  }

  /** Restores followers' seats, lost to delivery failures, once the followers contact us again. */
  private void restoreSeats() {
    Results results = new Results(store, peersAtStart, started);
    results.seat(unreached);
    results.keep(unreached);
    if (!results.all().isEmpty()) {
      store.commit(results.changes());
    }
  }

  /** Finds the items that there is something to do for. */
  private List<Queued> survey() {
    List<Queued> queue = new ArrayList<>();
    notDue = 0;
    PeerTable peers = store.peers();
    for (OutboxId id : store.outbox().pending()) {
      try {
        read(id, peers).flatMap(item -> queued(item, peers)).ifPresent(queue::add);
      } catch (RuntimeException e) {
        setAside(id, ofItem(e));
      }
    }
    if (back.isEmpty() && queue.stream().anyMatch(Queued::fresh) && !peers.problems().isEmpty()) {
      ChangeSet reports = new ChangeSet();
      peers.problems().forEach(p -> reports.emit(DeliveryEvents.unreadablePeer(p, node.now())));
      store.commit(reports);
    }
    return queue;
  }

  private Optional<Queued> queued(OutgoingItem item, PeerTable peers) {
    boolean withdrawn = !item.withdraw(peers).isEmpty();
    int due =
        (int)
            item.recipients().entrySet().stream()
                .filter(one -> isDue(one.getKey(), one.getValue()))
                .count();
    poster.expect(due);
    if (due > 0 || withdrawn || item.isSettled()) {
      return Optional.of(new Queued(item.id(), item.isFresh(), item.attempts(), due));
    }
    notDue += item.pending();
    return Optional.empty();
  }

  /** Delivers, and counts the recipients that still wait afterwards. */
  private int deliver(List<Queued> queue, Batch.Due due) throws InterruptedException {
    List<UnderWay> batches = new ArrayList<>();
    int pending = 0;
    try {
      for (int from = 0, to; from < queue.size(); from = to) {
        to = endOfBatch(queue, from);
        List<OutboxId> some = queue.subList(from, to).stream().map(Queued::id).toList();
        UnderWay batch = begin(store.outbox().claim(some), due);
        batches.add(batch);
        while (!batch.posting.isQuickDone()) {
          poster.awaitEnded(batch.posting::isQuickDone, pause);
          storeEnded(batches);
        }
        pending += finishDone(batches);
      }
      while (!batches.isEmpty()) {
        poster.awaitEnded(batches.getFirst().posting::isDone, pause);
        storeEnded(batches);
        pending += finishDone(batches);
      }
      return pending;
    } catch (InterruptedException e) {
      interrupted = true;
      poster.close();
      for (UnderWay batch : batches) {
        settle(batch, true);
      }
      throw e;
    } catch (StoreException e) {
      poster.close();
      throw withoutOutcome(batches, e);
    } finally {
      batches.forEach(batch -> batch.claim.close());
    }
  }

  private static int endOfBatch(List<Queued> queue, int from) {
    int most = Math.min(from + BATCH_ITEMS, queue.size());
    int to = from + 1;
    for (int posts = queue.get(from).due(); to < most; to++) {
      posts += queue.get(to).due();
      if (posts > BATCH_POSTS) {
        return to;
      }
    }
    return to;
  }

  /** Batch whose posts are under way; slow ones may take long. */
  private static final class UnderWay {
    private final Outbox.ItemLease claim;
    private final Batch batch;
    private final Poster.Posting posting;
    private PeerTable peers;
    private int seen;

    UnderWay(Outbox.ItemLease claim, Batch batch, PeerTable peers, Poster.Posting posting) {
      this.claim = claim;
      this.batch = batch;
      this.peers = peers;
      this.posting = posting;
    }
  }

  private UnderWay begin(Outbox.ItemLease claim, Batch.Due due) throws InterruptedException {
    PeerTable peers = store.peers();
    Batch batch = new Batch(peers, reader, config);
    try (Lease _ = state.take()) {
      for (OutboxId id : claim.ids()) {
        read(id, peers).ifPresent(item -> add(item, batch, due));
      }
      if (!batch.posts().isEmpty()) {
        storeIntents(batch);
      }
    } catch (RuntimeException | InterruptedException e) {
      claim.close();
      throw e;
    }
    return new UnderWay(claim, batch, peers, poster.post(batch.posts(), claim.lease()));
  }

  private void add(OutgoingItem item, Batch batch, Batch.Due due) {
    try {
      batch.add(item, due, state.times());
    } catch (RuntimeException e) {
      String why = ofItem(e);
      batch.leaveOut(item);
      setAside(item.id(), why);
    }
  }

  /**
   * Stores the outcomes that are known by now, while the other posts are still under way: a process
   * that is killed later does not send these again.
   */
  private void storeEnded(List<UnderWay> batches) throws InterruptedException {
    Instant start = node.clock().instant();
    for (UnderWay batch : batches) {
      settle(batch, false);
    }
    pause = pauseAfter(Duration.between(start, node.clock().instant()));
  }

  /** Returns how long to collect outcomes after a commit that took this long. */
  static Duration pauseAfter(Duration commit) {
    Duration wanted = commit.multipliedBy(PAUSE_FACTOR);
    Duration left = MAX_UNSTORED.minus(commit);
    Duration pause = wanted.compareTo(left) < 0 ? wanted : left;
    return pause.isNegative() ? Duration.ZERO : pause;
  }

  /** Finishes the batches that are through, and counts the recipients that still wait. */
  private int finishDone(List<UnderWay> batches) throws InterruptedException {
    int pending = 0;
    for (UnderWay batch : List.copyOf(batches)) {
      if (batch.posting.isDone()) {
        batch.posting.await();
        settle(batch, true);
        batches.remove(batch);
        batch.claim.close();
        pending += batch.batch.pending();
      }
    }
    return pending;
  }

  /**
   * Stores what came of the posts that have ended.
   *
   * @param whole whether no other post of the batch will end
   */
  private void settle(UnderWay underWay, boolean whole) throws InterruptedException {
    Poster.Posted posted = underWay.posting.posted();
    if (whole) {
      noteSilence(posted, underWay.peers);
    } else {
      heard = heard || !posted.isSilent();
    }
    // A silent peer may mean that this machine is offline; only the whole batch shows it.
    if (whole || (heard && !offline)) {
      settle(underWay, posted, whole);
    }
    poster.stored(posted.attempts().size() - underWay.seen);
    underWay.seen = posted.attempts().size();
  }

  private void settle(UnderWay underWay, Poster.Posted posted, boolean whole)
      throws InterruptedException {
    Batch batch = underWay.batch;
    Timestamp now = node.now();
    Results results = new Results(store, underWay.peers, now);
    for (Poster.Post post : batch.open()) {
      Optional<Attempt> attempt = posted.attempt(post).filter(_ -> !offline);
      if (attempt.isEmpty()) {
        if (whole) {
          batch.leave(post, !offline && posted.begun().contains(post));
        }
      } else {
        apply(batch, post, attempt.get(), results);
      }
    }
    if (whole) {
      if (!ignoreBackoff && !offline) {
        batch.shareFailures(this::hasWaited, this::failureOfAll, now);
      }
      results.unseat(batch, unreached);
      times.change().ifPresent(results.changes()::add);
    }
    storeResults(underWay, results);
  }

  /** Applies the outcome of a post; one that fails in it refuses its own post only. */
  private void apply(Batch batch, Poster.Post post, Attempt attempt, Results results) {
    try {
      if (!readdress(batch, post, attempt, results)) {
        apply(batch, post, attempt, node.now());
      }
    } catch (RuntimeException e) {
      apply(batch, post, new Attempt.Refused(false, ofItem(e)), node.now());
    }
  }

  /** Adds to a store failure how many messages had left the node without a stored outcome. */
  private StoreException withoutOutcome(List<UnderWay> batches, StoreException refused) {
    Set<Poster.Post> left = new HashSet<>();
    for (UnderWay batch : batches) {
      batch.batch.unstored().stream()
          .filter(batch.posting.posted().begun()::contains)
          .forEach(left::add);
    }
    String repeated =
        left.isEmpty()
            ? ""
            : ", which the next delivery repeats unchanged, so that receivers know duplicates";
    return new StoreException(
        "%s; this run had stored %s, and %s had left the node without one%s"
            .formatted(
                refused.getMessage(),
                Wording.counted(recipients.size(), "outcome"),
                Wording.counted(left.size(), "message"),
                repeated),
        refused);
  }

  /** Checks whether this machine is offline, when no peer has answered so far. */
  private void noteSilence(Poster.Posted posted, PeerTable peers) throws InterruptedException {
    if (heard || offline || interrupted || posted.attempts().isEmpty()) {
      return;
    }
    heard =
        !posted.isSilent()
            || new Connectivity(delivery.client(), peers, node.identity().endpoint())
                .isSomebodyHeard(posted.endpoints());
    offline = !heard;
    if (offline) {
      store.commit(new ChangeSet().emit(DeliveryEvents.offline(node.now())));
    }
  }

  /** Sends the item to the key that the peer has now, if it has moved to another one. */
  private boolean readdress(Batch batch, Poster.Post post, Attempt attempt, Results results) {
    if (!(attempt instanceof Attempt.Refused(boolean wrongRecipient, _)) || !wrongRecipient) {
      return false;
    }
    Optional<PublicKey> successor =
        successors.of(post.place()).flatMap(document -> results.introduce(post, document));
    successor.ifPresent(
        key -> {
          batch.readdress(post, key);
          back.add(key);
        });
    if (successor.isEmpty()) {
      successors
          .strangerAt(post.place())
          .ifPresent(
              document ->
                  results.changes().emit(DeliveryEvents.stranger(post, document, node.now())));
    }
    return successor.isPresent();
  }

  /** Stores the envelopes' times, so that after a crash no item leaves in a second envelope. */
  private void storeIntents(Batch batch) {
    ChangeSet intents = new ChangeSet();
    batch.items().forEach(item -> putChanged(item, intents));
    state.timesGivenOut();
    store.commit(intents.add(state.change()));
    batch.items().forEach(OutgoingItem::stored);
  }

  private void apply(Batch batch, Poster.Post post, Attempt attempt, Timestamp now) {
    batch.apply(post, attempt, !ignoreBackoff, now);
    PublicKey peer = post.recipient();
    if (post.item().isFanOut()) {
      if (attempt instanceof Attempt.Delivered) {
        unreached.took(peer);
      } else if (!ignoreBackoff) {
        unreached.missed(peer);
      }
    }
    if (!(attempt instanceof Attempt.Failed failed)) {
      if (state.atStart().failures(peer) > 0) {
        back.add(peer);
      }
      state.succeeded(peer);
    } else if (!ignoreBackoff) {
      int failures = state.failures(peer) + 1;
      Timestamp until = Delivery.nextAttempt(failed, failures, config, now);
      state.failed(
          peer,
          new DeliveryState.Stored.Backoff(
              failures, until, Optional.of(now).filter(_ -> failed.isUnreached())));
    }
  }

  private void storeResults(UnderWay underWay, Results results) throws InterruptedException {
    Batch batch = underWay.batch;
    for (OutgoingItem item : batch.items()) {
      if (item.isSettled()) {
        withoutSubscribers += item.recipients().isEmpty() ? 1 : 0;
        finish(item, results);
      }
    }
    batch.items().stream()
        .filter(item -> !item.isSettled())
        .forEach(item -> putChanged(item, results.changes()));
    batch.outcomes().forEach(results::emit);
    results.keep(unreached);
    commitWhole(results.all());
    recipients.addAll(batch.outcomes());
    batch.stored();
    underWay.peers = results.peers();
  }

  private void finish(OutgoingItem item, Results results) {
    ChangeSet.Mark before = results.changes().mark();
    try {
      results.finish(item, reader);
    } catch (RuntimeException e) {
      String why = ofItem(e);
      results.changes().undo(before);
      setAside++;
      results.changes().addAll(asideOf(item.id(), why));
    }
  }

  /**
   * Commits in a thread of its own, which is never interrupted: a cancelled run is often at a
   * commit. The interrupt is preserved for the caller's next wait.
   */
  private void commitWhole(ChangeSet changes) {
    FutureTask<Boolean> commit = new FutureTask<>(() -> commit(changes));
    Thread.startVirtualThread(commit);
    boolean stopped = false;
    try {
      boolean done = false;
      while (!done) {
        try {
          done = commit.get();
        } catch (InterruptedException e) {
          stopped = true;
        }
      }
    } catch (ExecutionException e) {
      throw Poster.unexpected(e);
    } finally {
      if (stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean commit(ChangeSet changes) throws InterruptedException {
    if (state.isChanged()) {
      try (Lease _ = state.take()) {
        store.commit(changes.add(state.change()));
        state.written();
      }
    } else if (!changes.isEmpty()) {
      store.commit(changes);
    }
    return true;
  }

  private static void putChanged(OutgoingItem item, ChangeSet changes) {
    item.unstored().ifPresent(json -> changes.add(Outbox.put(item.id(), json)));
  }

  private int clearFailed() throws InterruptedException {
    try (Lease _ = state.take()) {
      Timestamp now = node.now();
      FailedItems items =
          FailedItems.look(
              store.outbox(), state.failedSince(), config.get(DeliverySettings.FAILED_KEEP), now);
      ChangeSet changes = new ChangeSet();
      for (String name : items.tooOld()) {
        changes.add(Outbox.removeFailed(name)).emit(DeliveryEvents.removed(name, now));
      }
      if (!items.since().equals(state.failedSince())) {
        state.failedSince(items.since());
        changes.add(state.change());
      }
      if (!changes.isEmpty()) {
        store.commit(changes);
      }
      return items.tooOld().size();
    }
  }

  /** Reads an item; empty when it is gone, or malformed and set aside. */
  private Optional<OutgoingItem> read(OutboxId id, PeerTable peers) {
    try {
      Optional<JsonObject> file = store.outbox().read(id);
      return file.isPresent() ? Optional.of(reader.read(id, file.get(), peers)) : Optional.empty();
    } catch (NodeException | ItemReader.MalformedItem e) {
      setAside(id, String.valueOf(e.getMessage()));
      return Optional.empty();
    } catch (RuntimeException e) {
      setAside(id, ofItem(e));
      return Optional.empty();
    }
  }

  /** Returns the reason of an item's own failure; throws one of the machine. */
  private static String ofItem(RuntimeException failure) {
    if (!ItemFault.isOfItem(failure)) {
      throw failure;
    }
    return ItemFault.reason(failure);
  }

  private void setAside(OutboxId id, String why) {
    setAside++;
    store.commit(asideOf(id, why));
  }

  private ChangeSet asideOf(OutboxId id, String why) {
    return new ChangeSet()
        .add(Outbox.setAside(id))
        .add(OutboxAsides.load(store).add(id, why, node.now()))
        .emit(DeliveryEvents.setAside(id, why, node.now()));
  }

  private boolean isDue(PublicKey recipient, RecipientState how) {
    return !offline
        && !poster.isOver()
        && hasWaited(recipient, how)
        && poster.failure(recipient).isEmpty();
  }

  private boolean hasWaited(PublicKey recipient, RecipientState how) {
    return how.isPending()
        && !how.isHeldAt(started)
        && (ignoreBackoff
            || isBack(recipient)
            || (how.isDueAt(started) && state.atStart().isDueAt(recipient, started)));
  }

  private boolean isBack(PublicKey peer) {
    return back.contains(peer)
        || state.atStart().isBack(peer, peersAtStart.find(peer).flatMap(Peer::lastContact));
  }

  /** Returns how a peer failed, if it has failed too often in a row for this run to wait for it. */
  private Optional<Attempt.Failed> failureOfAll(PublicKey peer) {
    return state.failures(peer) < config.get(DeliverySettings.MAX_ATTEMPTS)
        ? Optional.empty()
        : poster
            .failure(peer)
            // No answer arrived, so items in doubt before stay in doubt.
            .map(
                failed ->
                    new Attempt.Failed(
                        Attempt.Reach.UNREACHED,
                        "peer failed: " + failed.reason(),
                        failed.retryAfter(),
                        failed.byOthers()));
  }
}
