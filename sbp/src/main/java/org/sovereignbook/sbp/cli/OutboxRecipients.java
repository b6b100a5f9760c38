package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.store.Store;

/** Reads the delivery state that stands in an outbox item (CHOICES 3, 5). */
final class OutboxRecipients {
  private OutboxRecipients() {}

  static List<OutboxEntry.Recipient> of(Store store, JsonObject item) {
    List<OutboxEntry.Recipient> recipients = new ArrayList<>();
    item.object("_recipients")
        .ifPresent(
            states ->
                states
                    .members()
                    .forEach(
                        (key, state) -> {
                          if (state instanceof JsonObject json) {
                            recipients.add(recipient(store, key, json, ""));
                          }
                        }));
    Optional<PublicKey> addressee = OutboxEntry.addressee(item);
    if (recipients.isEmpty() && addressee.isPresent()) {
      recipients.add(recipient(store, addressee.get().toString(), item, "_"));
    }
    return List.copyOf(recipients);
  }

  private static OutboxEntry.Recipient recipient(
      Store store, String key, JsonObject state, String prefix) {
    return new OutboxEntry.Recipient(
        OutboxEntry.nameOf(store, key(key)),
        key,
        state.string(prefix + "state").orElse("waiting"),
        state.integer(prefix + "retry_count").orElse(0),
        state.string(prefix + "not_before"),
        state.string(prefix + "last_error"));
  }

  private static Optional<PublicKey> key(String text) {
    try {
      return Optional.of(PublicKey.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
