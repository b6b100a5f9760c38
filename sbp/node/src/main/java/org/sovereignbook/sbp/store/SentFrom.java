package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.NodeException;

/**
 * Sender of an envelope in doubt, as the envelope names it, from before this node moved to another
 * endpoint. The next attempt repeats exactly that envelope, which a recipient that has it knows
 * again.
 *
 * @param timestamp of the envelope
 */
public record SentFrom(Timestamp timestamp, PublicKey key, Endpoint endpoint) {

  /** Returns the changes that keep the sender of each message in doubt, before the node moves. */
  public static List<Change> keep(Store store, PublicKey key, Endpoint before) {
    List<Change> changes = new ArrayList<>();
    for (OutboxId id : store.outbox().pending()) {
      read(store, id)
          .filter(item -> !item.has(OutboxItems.RECIPIENTS) && of(item).isEmpty())
          .ifPresent(
              item ->
                  item.parsed(OutboxItems.TIMESTAMP, Timestamp::parse)
                      .map(time -> Shape.write(new SentFrom(time, key, before)))
                      .map(sender -> Outbox.put(id, item.with(OutboxItems.SENT_FROM, sender)))
                      .ifPresent(changes::add));
    }
    return List.copyOf(changes);
  }

  /** Returns the kept sender of the envelope that the item's recipient may have. */
  public static Optional<SentFrom> of(JsonObject item) {
    try {
      return item.object(OutboxItems.SENT_FROM)
          .map(Shape.of(SentFrom.class)::read)
          .filter(
              kept ->
                  item.parsed(OutboxItems.TIMESTAMP, Timestamp::parse)
                      .filter(kept.timestamp()::equals)
                      .isPresent());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Treats a damaged item, which delivery sets aside, as none. */
  private static Optional<JsonObject> read(Store store, OutboxId id) {
    try {
      return store.outbox().read(id);
    } catch (NodeException e) {
      return Optional.empty();
    }
  }
}
