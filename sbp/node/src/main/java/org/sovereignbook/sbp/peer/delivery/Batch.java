package org.sovereignbook.sbp.peer.delivery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.peer.delivery.DeliveryResult.Outcome;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Batch of items being delivered: the recipients and envelope of each item, and its outcomes.
 * Decides by the rules of {@link Delivery}, and touches neither disk nor network. Not thread-safe.
 */
final class Batch {

  /** Test whether a recipient is due for an attempt now. */
  interface Due {
    boolean is(PublicKey recipient, RecipientState state);
  }

  private final PeerTable peers;
  private final ItemReader reader;
  private final Config config;
  private final List<OutgoingItem> items = new ArrayList<>();
  private final List<Poster.Post> posts = new ArrayList<>();
  private final Set<Poster.Post> open = new LinkedHashSet<>();
  private final Set<Poster.Post> unstored = new HashSet<>();
  private final Map<Pair, RecipientState> before = new HashMap<>();
  private final List<DeliveryResult.Recipient> outcomes = new ArrayList<>();
  private final Set<Pair> decided = new HashSet<>();
  private final Set<PublicKey> givenUp = new HashSet<>();

  private record Pair(OutgoingItem item, PublicKey recipient) {}

  Batch(PeerTable peers, ItemReader reader, Config config) {
    this.peers = peers;
    this.reader = reader;
    this.config = config;
  }

  /** Adds an item and creates the posts that are due now. */
  void add(OutgoingItem item, Due due, EnvelopeTimes times) {
    items.add(item);
    item.withdraw(peers)
        .forEach(key -> record(item, key, item.isFanOut() ? Outcome.DROPPED : Outcome.FAILED));
    ContentHash message =
        ContentHash.of(
            JsonObject.builder()
                .put("message_type", item.type().toString())
                .put("payload", item.payload())
                .build());
    item.recipients()
        .forEach(
            (key, state) -> {
              if (due.is(key, state)) {
                state
                    .timestamp()
                    .filter(times::isRepeatable)
                    .or(() -> times.next(key, message))
                    .ifPresent(time -> post(item, key, state, time));
              }
            });
  }

  /** Removes an item that could not be added whole. */
  void leaveOut(OutgoingItem item) {
    items.remove(item);
    posts.removeIf(post -> post.item().equals(item));
    open.removeIf(post -> post.item().equals(item));
    unstored.removeIf(post -> post.item().equals(item));
  }

  private void post(OutgoingItem item, PublicKey key, RecipientState state, Timestamp time) {
    item.set(key, state.sendingAt(time));
    before.put(new Pair(item, key), state);
    Endpoint endpoint = endpoint(item, key).orElseThrow();
    boolean close = peers.find(key).filter(Peer::isClose).isPresent();
    posts.add(new Poster.Post(item, key, endpoint, close, () -> reader.envelope(item, key, time)));
    open.add(posts.getLast());
    unstored.add(posts.getLast());
  }

  List<Poster.Post> posts() {
    return List.copyOf(posts);
  }

  /** Returns the posts whose outcome has not been applied yet. */
  List<Poster.Post> open() {
    return List.copyOf(open);
  }

  /** Returns the posts whose outcome has not been stored yet. */
  Set<Poster.Post> unstored() {
    return Set.copyOf(unstored);
  }

  /** Returns the items that are not filed yet. */
  List<OutgoingItem> items() {
    return List.copyOf(items);
  }

  /** Returns the recipients' outcomes since the last call of {@link #stored}. */
  List<DeliveryResult.Recipient> outcomes() {
    return List.copyOf(outcomes);
  }

  /** Records that everything so far was committed: settled items are filed, the others written. */
  void stored() {
    items.removeIf(OutgoingItem::isSettled);
    items.forEach(OutgoingItem::stored);
    outcomes.clear();
    unstored.retainAll(open);
  }

  /** Returns the recipients for whom an item is given up after too many failures. */
  Set<PublicKey> givenUp() {
    return Set.copyOf(givenUp);
  }

  /** Counts the recipients that still wait for their item. */
  int pending() {
    return items.stream().mapToInt(OutgoingItem::pending).sum();
  }

  /**
   * Applies the outcome of an attempt to its item.
   *
   * @param counts whether a failure counts
   */
  void apply(Poster.Post post, Attempt attempt, boolean counts, Timestamp now) {
    OutgoingItem item = post.item();
    PublicKey key = post.recipient();
    open.remove(post);
    switch (attempt) {
      case Attempt.Delivered() -> set(item, key, item.state(key).delivered(), Outcome.DELIVERED);
      case Attempt.Refused(_, String reason) ->
          set(item, key, item.state(key).rejected(reason), Outcome.FAILED);
      case Attempt.Failed failed when counts -> fail(item, key, failed, now);
      case Attempt.Failed failed ->
          set(
              item,
              key,
              item.state(key).uncounted(doubtful(item, key, failed), failed.reason()),
              Outcome.RETRY);
    }
  }

  /** Sends the item to the recipient's new key. */
  void readdress(Poster.Post post, PublicKey newKey) {
    leave(post, false);
    post.item().readdress(post.recipient(), newKey);
  }

  /**
   * Counts the failure of a peer for all that waited for it, as if each had been tried; or else
   * they would pile up for as long as the peer stays away.
   *
   * @param failure how a peer failed that has failed too often to be waited for
   */
  void shareFailures(
      Due due, Function<PublicKey, Optional<Attempt.Failed>> failure, Timestamp now) {
    for (OutgoingItem item : items) {
      item.recipients()
          .forEach(
              (key, state) -> {
                if (due.is(key, state) && !decided.contains(new Pair(item, key))) {
                  failure.apply(key).ifPresent(failed -> fail(item, key, failed, now));
                }
              });
    }
  }

  /**
   * Ends a post without a known outcome: one that never began leaves no trace, one that began stays
   * in doubt.
   */
  void leave(Poster.Post post, boolean begun) {
    open.remove(post);
    if (!begun) {
      post.item().set(post.recipient(), before(post.item(), post.recipient()));
    }
  }

  private void fail(OutgoingItem item, PublicKey key, Attempt.Failed failed, Timestamp now) {
    RecipientState state = item.state(key);
    int attempts = state.attempts() + 1;
    Timestamp since = state.failingSince().orElse(now);
    Timestamp pagesSince = state.pagesSince().orElse(now);
    boolean isRefused =
        failed.byOthers() && Delivery.givesUpPages(attempts, pagesSince, config, now);
    if (isRefused || Delivery.givesUp(attempts, since, config, now)) {
      set(item, key, state.exhausted(since, failed.reason()), Outcome.FAILED);
      givenUp.add(key);
    } else {
      Timestamp until = Delivery.nextAttempt(failed, attempts, config, now);
      Optional<Timestamp> doubtful = doubtful(item, key, failed);
      set(item, key, state.postponed(until, doubtful, failed, now), Outcome.RETRY);
    }
  }

  /** Returns the time of the envelope that the recipient may have taken after a failed attempt. */
  private Optional<Timestamp> doubtful(OutgoingItem item, PublicKey key, Attempt.Failed failed) {
    return switch (failed.reach()) {
      case HEARD -> Optional.empty();
      case IN_DOUBT -> item.state(key).timestamp();
      case UNREACHED, SILENCE -> before(item, key).timestamp();
    };
  }

  private RecipientState before(OutgoingItem item, PublicKey key) {
    return before.getOrDefault(new Pair(item, key), item.state(key));
  }

  private void set(OutgoingItem item, PublicKey key, RecipientState state, Outcome outcome) {
    item.set(key, state);
    record(item, key, outcome);
  }

  private void record(OutgoingItem item, PublicKey key, Outcome outcome) {
    decided.add(new Pair(item, key));
    outcomes.add(
        new DeliveryResult.Recipient(
            item.id(), key, endpoint(item, key), outcome, item.state(key).lastError()));
  }

  /**
   * Returns the endpoint, first from the table, because the peer may have moved since the item was
   * queued.
   */
  private Optional<Endpoint> endpoint(OutgoingItem item, PublicKey key) {
    return peers.find(key).map(Peer::endpoint).or(item::endpoint);
  }
}
