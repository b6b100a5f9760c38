package org.sovereignbook.sbp.delivery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Some items on their way: whom each goes to, in which envelope, and what came of it. Decides, and
 * touches neither disk nor network.
 */
final class Batch {

  /** Who may be posted to just now. */
  interface Due {
    boolean is(PublicKey recipient, RecipientState state);
  }

  private final PeerTable peers;
  private final ItemReader reader;
  private final Map<OutboxId, OutgoingItem> items = new LinkedHashMap<>();
  private final List<Poster.Post> posts = new ArrayList<>();
  private final Map<Poster.Post, RecipientState> before = new LinkedHashMap<>();
  private final List<DeliveryResult.Recipient> outcomes = new ArrayList<>();

  Batch(PeerTable peers, ItemReader reader) {
    this.peers = peers;
    this.reader = reader;
  }

  /** Withdraws recipients that are blocked now, or no subscribers any more. */
  static OutgoingItem withdraw(OutgoingItem item, PeerTable peers) {
    OutgoingItem left = item;
    for (Map.Entry<PublicKey, RecipientState> entry : item.recipients().entrySet()) {
      Optional<String> reason = whyNot(item, entry.getKey(), peers);
      if (entry.getValue().isPending() && reason.isPresent()) {
        left = left.with(entry.getKey(), entry.getValue().withdrawn(reason.get()));
      }
    }
    return left;
  }

  private static Optional<String> whyNot(OutgoingItem item, PublicKey key, PeerTable peers) {
    if (peers.trust(key) == TrustState.BLOCKED) {
      return Optional.of("blocked");
    }
    boolean mayGo = !item.isFanOut() || peers.find(key).filter(Peer::subscriber).isPresent();
    return mayGo ? Optional.empty() : Optional.of("no longer a subscriber");
  }

  /** Takes an item in and decides to whom it is posted now. */
  void add(OutgoingItem item, Due due, EnvelopeTimes times) {
    OutgoingItem left = withdraw(item, peers);
    ContentHash message =
        ContentHash.of(
            JsonObject.builder()
                .put("message_type", item.type().toString())
                .put("payload", item.payload())
                .build());
    for (Map.Entry<PublicKey, RecipientState> entry : left.recipients().entrySet()) {
      PublicKey key = entry.getKey();
      RecipientState state = entry.getValue();
      if (!state.equals(item.recipients().get(key))) {
        record(item, key, withdrawal(item), state.lastError());
      } else if (due.is(key, state)) {
        Optional<Timestamp> time =
            state.timestamp().filter(times::isRepeatable).or(() -> times.next(key, message));
        if (time.isPresent()) {
          left = left.with(key, state.sendingAt(time.get()));
          before.put(post(item, key, time.get()), state);
        }
      }
    }
    items.put(item.id(), left);
  }

  List<Poster.Post> posts() {
    return List.copyOf(posts);
  }

  /** The items as they stand. */
  List<OutgoingItem> items() {
    return List.copyOf(items.values());
  }

  List<DeliveryResult.Recipient> outcomes() {
    return List.copyOf(outcomes);
  }

  /** How many recipients wait that nothing was tried for. */
  int waiting() {
    long retried =
        outcomes.stream().filter(o -> o.outcome() == DeliveryResult.Outcome.RETRY).count();
    long pending =
        items.values().stream()
            .flatMap(item -> item.recipients().values().stream())
            .filter(RecipientState::isPending)
            .count();
    return (int) (pending - retried);
  }

  /** The items have been written as they stand. */
  void stored() {
    items.replaceAll((_, item) -> item.stored());
  }

  /** What the peer's word means for the item. */
  void apply(Poster.Post post, Verdict verdict, DeliveryConfig config, Timestamp now) {
    RecipientState state = state(post);
    switch (verdict) {
      case Verdict.Delivered() ->
          set(post, state.delivered(), DeliveryResult.Outcome.DELIVERED, Optional.empty());
      case Verdict.Refused(String reason) ->
          set(post, state.rejected(reason), DeliveryResult.Outcome.FAILED, Optional.of(reason));
      case Verdict.Failed failed -> fail(post, failed, config, now);
    }
  }

  /** Nothing is known of a post: what never began leaves no trace, what began stays in doubt. */
  void leave(Poster.Post post, boolean begun) {
    if (!begun) {
      setState(post, Optional.ofNullable(before.get(post)).orElseThrow());
    }
  }

  private void fail(Poster.Post post, Verdict.Failed failed, DeliveryConfig config, Timestamp now) {
    RecipientState state = state(post);
    int attempts = state.attempts() + 1;
    Optional<String> reason = Optional.of(failed.reason());
    if (attempts >= config.maxAttempts()) {
      set(post, state.exhausted(failed.reason()), DeliveryResult.Outcome.FAILED, reason);
      return;
    }
    Timestamp until = until(failed, attempts, config, now);
    set(
        post,
        state.postponed(until, failed.inDoubt(), failed.reason()),
        DeliveryResult.Outcome.RETRY,
        reason);
  }

  /** When to try again after so many failures: the configured pause, or longer if asked to. */
  static Timestamp until(
      Verdict.Failed failed, int failures, DeliveryConfig config, Timestamp now) {
    Timestamp ours = EnvelopeTimes.plus(now, config.pauseAfter(failures));
    Timestamp theirs = EnvelopeTimes.plus(now, failed.retryAfter());
    return ours.isAfter(theirs) ? ours : theirs;
  }

  private Poster.Post post(OutgoingItem item, PublicKey key, Timestamp time) {
    Endpoint endpoint = endpoint(item, key).orElseThrow();
    Poster.Post post =
        new Poster.Post(item.id(), key, endpoint, () -> reader.envelope(item, key, time));
    posts.add(post);
    return post;
  }

  /** The table knows best: a peer may have moved since the item was queued. */
  private Optional<Endpoint> endpoint(OutgoingItem item, PublicKey key) {
    return peers.find(key).map(Peer::endpoint).or(item::endpoint);
  }

  private RecipientState state(Poster.Post post) {
    return item(post).recipients().getOrDefault(post.recipient(), RecipientState.fresh());
  }

  private OutgoingItem item(Poster.Post post) {
    return Optional.ofNullable(items.get(post.item())).orElseThrow();
  }

  private void set(
      Poster.Post post,
      RecipientState state,
      DeliveryResult.Outcome outcome,
      Optional<String> reason) {
    setState(post, state);
    record(item(post), post.recipient(), outcome, reason);
  }

  private void setState(Poster.Post post, RecipientState state) {
    items.put(post.item(), item(post).with(post.recipient(), state));
  }

  private void record(
      OutgoingItem item, PublicKey key, DeliveryResult.Outcome outcome, Optional<String> reason) {
    outcomes.add(
        new DeliveryResult.Recipient(item.id(), key, endpoint(item, key), outcome, reason));
  }

  private static DeliveryResult.Outcome withdrawal(OutgoingItem item) {
    return item.isFanOut() ? DeliveryResult.Outcome.DROPPED : DeliveryResult.Outcome.FAILED;
  }
}
