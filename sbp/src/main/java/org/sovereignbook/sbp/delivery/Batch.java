package org.sovereignbook.sbp.delivery;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Some items on their way: whom each goes to, in which envelope, and what came of it. Decides, and
 * touches neither disk nor network.
 */
public final class Batch {

  /** Who may be posted to just now. */
  public interface Due {
    boolean is(PublicKey recipient, RecipientState state);
  }

  private final PeerTable peers;
  private final ItemReader reader;
  private final DeliveryRules rules;
  private final Map<OutboxId, OutgoingItem> items = new LinkedHashMap<>();
  private final List<Poster.Post> posts = new ArrayList<>();
  private final Map<Poster.Post, RecipientState> before = new LinkedHashMap<>();
  private final List<DeliveryResult.Recipient> outcomes = new ArrayList<>();
  private final Set<Pair> decided = new HashSet<>();

  /** One recipient of one item. */
  private record Pair(OutboxId item, PublicKey recipient) {}

  public Batch(PeerTable peers, ItemReader reader, DeliveryRules rules) {
    this.peers = peers;
    this.reader = reader;
    this.rules = rules;
  }

  /** Withdraws the recipients that the rules withdraw. */
  public static OutgoingItem withdraw(OutgoingItem item, PeerTable peers, DeliveryRules rules) {
    OutgoingItem left = item;
    for (Map.Entry<PublicKey, RecipientState> entry : item.recipients().entrySet()) {
      Optional<String> reason = rules.withdrawal(item, entry.getKey(), peers);
      if (entry.getValue().isPending() && reason.isPresent()) {
        left = left.with(entry.getKey(), entry.getValue().withdrawn(reason.get()));
      }
    }
    return left;
  }

  /** Takes an item in and decides to whom it is posted now. */
  public void add(OutgoingItem item, Due due, EnvelopeTimes times) {
    OutgoingItem left = withdraw(item, peers, rules);
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

  public List<Poster.Post> posts() {
    return List.copyOf(posts);
  }

  /** The items as they stand. */
  public List<OutgoingItem> items() {
    return List.copyOf(items.values());
  }

  public List<DeliveryResult.Recipient> outcomes() {
    return List.copyOf(outcomes);
  }

  /** How many recipients still wait for their item. */
  public int pending() {
    return items.values().stream().mapToInt(OutgoingItem::pending).sum();
  }

  /** The items have been written as they stand. */
  public void stored() {
    items.replaceAll((_, item) -> item.stored());
  }

  /** What the peer's word means for the item. */
  public void apply(Poster.Post post, Verdict verdict, Config config, Timestamp now) {
    OutboxId id = post.item();
    PublicKey key = post.recipient();
    RecipientState state = state(id, key);
    switch (verdict) {
      case Verdict.Delivered() -> set(id, key, state.delivered(), DeliveryResult.Outcome.DELIVERED);
      case Verdict.Refused(String reason) ->
          set(id, key, state.rejected(reason), DeliveryResult.Outcome.FAILED);
      case Verdict.Failed failed -> fail(id, key, failed, config, now);
    }
  }

  /**
   * Counts the failure of a hopeless peer for all that waited for it, as if each had been tried; or
   * else they would pile up for as long as the peer stays away.
   *
   * @param hopeless how a peer failed that has failed too often to be waited for
   */
  public void shareFailures(
      Due due,
      Function<PublicKey, Optional<Verdict.Failed>> hopeless,
      Config config,
      Timestamp now) {
    for (OutgoingItem item : items()) {
      item.recipients()
          .forEach(
              (key, state) -> {
                if (due.is(key, state) && !decided.contains(new Pair(item.id(), key))) {
                  hopeless
                      .apply(key)
                      .ifPresent(failed -> fail(item.id(), key, failed, config, now));
                }
              });
    }
  }

  /** Nothing is known of a post: what never began leaves no trace, what began stays in doubt. */
  public void leave(Poster.Post post, boolean begun) {
    if (!begun) {
      RecipientState state = Optional.ofNullable(before.get(post)).orElseThrow();
      items.put(post.item(), item(post.item()).with(post.recipient(), state));
    }
  }

  private void fail(
      OutboxId id, PublicKey key, Verdict.Failed failed, Config config, Timestamp now) {
    RecipientState state = state(id, key);
    int attempts = state.attempts() + 1;
    if (rules.givesUp(attempts, config)) {
      set(id, key, state.exhausted(failed.reason()), DeliveryResult.Outcome.FAILED);
    } else {
      Timestamp until = rules.nextAttempt(failed, attempts, config, now);
      set(
          id,
          key,
          state.postponed(until, failed.inDoubt(), failed.reason()),
          DeliveryResult.Outcome.RETRY);
    }
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

  private RecipientState state(OutboxId id, PublicKey key) {
    return item(id).recipients().getOrDefault(key, RecipientState.fresh());
  }

  private OutgoingItem item(OutboxId id) {
    return Optional.ofNullable(items.get(id)).orElseThrow();
  }

  private void set(
      OutboxId id, PublicKey key, RecipientState state, DeliveryResult.Outcome outcome) {
    OutgoingItem item = item(id);
    items.put(id, item.with(key, state));
    record(item, key, outcome, state.lastError());
  }

  private void record(
      OutgoingItem item, PublicKey key, DeliveryResult.Outcome outcome, Optional<String> reason) {
    decided.add(new Pair(item.id(), key));
    outcomes.add(
        new DeliveryResult.Recipient(item.id(), key, endpoint(item, key), outcome, reason));
  }

  private static DeliveryResult.Outcome withdrawal(OutgoingItem item) {
    return item.isFanOut() ? DeliveryResult.Outcome.DROPPED : DeliveryResult.Outcome.FAILED;
  }
}
