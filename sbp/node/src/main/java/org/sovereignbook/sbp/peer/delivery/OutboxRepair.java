package org.sovereignbook.sbp.peer.delivery;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/**
 * Manual repair of items that wait or were given up: the operator retries them as if nothing had
 * failed, or drops them. Each repair is one commit. Needs exclusive access to the node.
 */
public final class OutboxRepair {
  private final Node node;
  private final Store store;
  private final ChangeSet changes = new ChangeSet();
  private final Set<PublicKey> tried = new TreeSet<>();

  /** Creates a repair, to be used once. */
  public OutboxRepair(Node node, Store store) {
    this.node = node;
    this.store = store;
  }

  /**
   * Makes the next delivery try these items, regardless of earlier failures.
   *
   * @param waiting items of the outbox
   * @param failed names in {@code outbox/failed/}
   * @param only the one recipient to try again; else all that have not got it
   * @param events the event of one item, by its id
   */
  public void retry(
      List<OutboxId> waiting, List<String> failed, Optional<PublicKey> only, EventFactory events)
      throws InterruptedException {
    for (OutboxId id : waiting) {
      store
          .outbox()
          .read(id)
          .ifPresent(item -> changes.add(Outbox.put(id, again(item, only))).emit(events.of(id)));
    }
    for (String name : failed) {
      JsonObject item = store.outbox().readFailed(name).orElse(JsonObject.empty());
      OutboxId id = placeOf(name, item);
      boolean waitsAlready =
          store
              .outbox()
              .read(id)
              .map(OutboxItems::withoutMetadata)
              .equals(Optional.of(OutboxItems.withoutMetadata(item)));
      changes
          .add(waitsAlready ? Outbox.removeFailed(name) : Outbox.again(name, id, again(item, only)))
          .emit(events.of(id));
    }
    commit();
  }

  /** Deletes these; a dropped subscribe no longer counts as asked. */
  public void drop(List<OutboxId> waiting, List<String> failed, Event event)
      throws InterruptedException {
    for (OutboxId id : waiting) {
      Optional<JsonObject> item = readable(id);
      item.filter(OutboxRepair::isSubscribe)
          .flatMap(OutboxItems::recipient)
          .ifPresent(key -> changes.addAll(SubscriptionRequest.forget(store, key)));
      item.flatMap(json -> Messages.dropped(id, json)).ifPresent(changes::add);
      changes.add(Outbox.remove(id));
    }
    failed.forEach(name -> changes.add(Outbox.removeFailed(name)));
    changes.emit(event);
    commit();
  }

  /** Returns an item; empty also when it cannot be read, which is deleted as it is. */
  private Optional<JsonObject> readable(OutboxId id) {
    try {
      return store.outbox().read(id);
    } catch (NodeException e) {
      return Optional.empty();
    }
  }

  /** Factory for the event of an item that is tried again. */
  @FunctionalInterface
  public interface EventFactory {
    Event of(OutboxId id);
  }

  /** Commits, and ends the pauses of the recipients concerned. */
  private void commit() throws InterruptedException {
    DeliveryState state = new DeliveryState(store, node.now());
    tried.forEach(state::succeeded);
    try (Lease _ = state.take()) {
      store.commit(changes.add(state.change()));
    }
  }

  private JsonObject again(JsonObject item, Optional<PublicKey> only) {
    JsonObject fresh =
        item.without(
            OutboxItems.RETRY_COUNT,
            OutboxItems.NOT_BEFORE,
            OutboxItems.FAILING_SINCE,
            OutboxItems.PAGES_SINCE,
            OutboxItems.FAILED_AT);
    Optional<JsonObject> recipients = item.object(OutboxItems.RECIPIENTS);
    if (recipients.isPresent()) {
      return fresh.with(OutboxItems.RECIPIENTS, statesAgain(recipients.get(), only));
    }
    OutboxItems.recipient(item)
        .ifPresent(
            key -> {
              tried.add(key);
              if (isSubscribe(item)) {
                changes.add(SubscriptionRequest.requested(key, node.now()));
              }
            });
    // A refused item was not taken; after any other failure the peer may have it.
    boolean inDoubt = item.has(OutboxItems.FAILING_SINCE) || !item.has(OutboxItems.FAILED_AT);
    return inDoubt ? fresh : fresh.without(OutboxItems.TIMESTAMP);
  }

  private JsonObject statesAgain(JsonObject recipients, Optional<PublicKey> only) {
    Map<PublicKey, RecipientState> states = new TreeMap<>();
    for (String text : recipients.members().keySet()) {
      PublicKey key = PublicKey.parse(text);
      RecipientState state =
          Shape.of(RecipientState.class).read(recipients.object(text).orElse(JsonObject.empty()));
      boolean wanted = only.isEmpty() || only.get().equals(key);
      if (wanted && state.status() != RecipientState.Status.DELIVERED) {
        tried.add(key);
        state = state.retried();
      }
      states.put(key, state);
    }
    JsonObject.Builder json = JsonObject.builder();
    states.forEach((key, state) -> json.put(key.toString(), Shape.write(state)));
    return json.build();
  }

  /** Returns the outbox folder that the item came from, by its content. */
  private static OutboxId placeOf(String name, JsonObject item) {
    if (!Outbox.ITEMS.isKey(OutboxKind.NETWORK + "/" + name)) {
      throw new NodeException("outbox/failed/" + name + " was not put there by deliver");
    }
    String kind = item.string("kind").orElse("");
    if (kind.equals(Content.KIND) && OutboxItems.recipient(item).isEmpty()) {
      return new OutboxId(OutboxKind.CONTENT, name);
    }
    if (kind.equals(Content.KIND) || kind.equals(Endorsement.KIND)) {
      return new OutboxId(OutboxKind.ENDORSEMENTS, name);
    }
    boolean isReply =
        item.string("message_type").equals(Optional.of(MessageType.DIRECT.toString()));
    return new OutboxId(isReply ? OutboxKind.REPLIES : OutboxKind.NETWORK, name);
  }

  private static boolean isSubscribe(JsonObject item) {
    return item.string("message_type").equals(Optional.of(MessageType.SUBSCRIBE.toString()));
  }
}
