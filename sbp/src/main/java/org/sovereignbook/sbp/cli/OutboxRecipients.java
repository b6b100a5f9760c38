package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Store;

/** Reads the delivery state that stands in an outbox item (CHOICES 3, 5). */
final class OutboxRecipients {
  private static final String PENDING = "pending";

  private OutboxRecipients() {}

  static List<OutboxEntry.Recipient> of(Store store, JsonObject item) {
    List<OutboxEntry.Recipient> recipients = new ArrayList<>();
    item.object(OutboxItems.RECIPIENTS)
        .ifPresent(
            states ->
                states
                    .members()
                    .forEach(
                        (key, state) -> {
                          if (state instanceof JsonObject json) {
                            recipients.add(fanOut(store, key, json));
                          }
                        }));
    Optional<PublicKey> addressee = OutboxItems.recipient(item);
    if (recipients.isEmpty() && addressee.isPresent()) {
      recipients.add(only(store, addressee.get(), item));
    }
    return List.copyOf(recipients);
  }

  private static OutboxEntry.Recipient fanOut(Store store, String key, JsonObject state) {
    return new OutboxEntry.Recipient(
        OutboxEntry.nameOf(store, key(key)),
        key,
        state.string("status").orElse(PENDING),
        state.integer("attempts").orElse(0),
        state.parsed("not_before", Timestamp::parse),
        state.string("last_error"));
  }

  private static OutboxEntry.Recipient only(Store store, PublicKey key, JsonObject item) {
    return new OutboxEntry.Recipient(
        OutboxEntry.nameOf(store, Optional.of(key)),
        key.toString(),
        item.has(OutboxItems.FAILED_AT) ? "failed" : PENDING,
        item.integer(OutboxItems.RETRY_COUNT).orElse(0),
        item.parsed(OutboxItems.NOT_BEFORE, Timestamp::parse),
        item.string(OutboxItems.LAST_ERROR));
  }

  private static Optional<PublicKey> key(String text) {
    try {
      return Optional.of(PublicKey.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
