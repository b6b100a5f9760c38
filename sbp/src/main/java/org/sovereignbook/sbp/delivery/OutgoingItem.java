package org.sovereignbook.sbp.delivery;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;

/**
 * One outbox item with its delivery state. Immutable.
 *
 * @param file the file's JSON as it is stored now
 * @param payload what is sent, without metadata
 * @param endpoint where the file says that its one recipient lives
 * @param recipients the state of every recipient; for content nobody else is added any more
 */
public record OutgoingItem(
    OutboxId id,
    JsonObject file,
    MessageType type,
    JsonObject payload,
    Optional<Endpoint> endpoint,
    SequencedMap<PublicKey, RecipientState> recipients) {

  public OutgoingItem {
    recipients = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(recipients));
  }

  /** Whether this is content for all subscribers, not one message for one peer. */
  public boolean isFanOut() {
    return id.kind() == OutboxKind.CONTENT;
  }

  /** Whether nothing of it was ever tried. */
  public boolean isFresh() {
    return recipients.values().stream().allMatch(RecipientState::isFresh);
  }

  /** Whether no recipient waits for it any more. */
  public boolean isSettled() {
    return recipients.values().stream().noneMatch(RecipientState::isPending);
  }

  /** Whether it ends in {@code outbox/failed/} (IMPLEMENTATION §3.2, steps 3c and 4e to 4g). */
  public boolean isFailure() {
    return recipients.values().stream()
        .map(RecipientState::status)
        .anyMatch(
            status ->
                status == RecipientState.Status.FAILED
                    || (status == RecipientState.Status.REJECTED && !isFanOut()));
  }

  /** How many recipients still wait for it. */
  public int pending() {
    return (int) recipients.values().stream().filter(RecipientState::isPending).count();
  }

  /** The most attempts that any recipient took. */
  public int attempts() {
    return recipients.values().stream().mapToInt(RecipientState::attempts).max().orElse(0);
  }

  /** As {@link #attempts}, without those that succeeded (IMPLEMENTATION §3.2, step 4g). */
  private int failures() {
    return recipients.values().stream().mapToInt(RecipientState::failures).max().orElse(0);
  }

  public OutgoingItem with(PublicKey recipient, RecipientState state) {
    SequencedMap<PublicKey, RecipientState> changed = new LinkedHashMap<>(recipients);
    changed.put(recipient, state);
    return new OutgoingItem(id, file, type, payload, endpoint, changed);
  }

  /** The file as it should be now. */
  public JsonObject toJson() {
    int failures = failures();
    JsonObject counted = failures > 0 ? file.with(OutboxItems.RETRY_COUNT, failures) : file;
    if (isFanOut()) {
      JsonObject.Builder states = JsonObject.builder();
      recipients.forEach((key, state) -> states.put(key.toString(), Shape.write(state)));
      return counted.with(OutboxItems.RECIPIENTS, states.build());
    }
    RecipientState state = recipients.firstEntry().getValue();
    JsonObject.Builder json = JsonObject.builder();
    counted
        .without(OutboxItems.NOT_BEFORE, OutboxItems.TIMESTAMP, OutboxItems.LAST_ERROR)
        .members()
        .forEach(json::put);
    return json.putIfPresent(OutboxItems.NOT_BEFORE, state.notBefore().map(Timestamp::toString))
        .putIfPresent(OutboxItems.TIMESTAMP, state.timestamp().map(Timestamp::toString))
        .putIfPresent(OutboxItems.LAST_ERROR, state.lastError())
        .build();
  }

  /** The same item once its file has been written. */
  public OutgoingItem stored() {
    return new OutgoingItem(id, toJson(), type, payload, endpoint, recipients);
  }

  /** Whether the file holds this state already. */
  public boolean isStored() {
    return toJson().equals(file);
  }

  /** The file as it goes to {@code outbox/failed/}. */
  public JsonObject toFailedJson(Timestamp now) {
    return toJson().with(OutboxItems.FAILED_AT, now.toString());
  }
}
