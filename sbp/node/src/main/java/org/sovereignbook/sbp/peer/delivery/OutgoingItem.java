package org.sovereignbook.sbp.peer.delivery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SentFrom;

/**
 * Item of the outbox with its delivery state. The payload never changes and may be read by any
 * thread; the rest is not thread-safe.
 */
final class OutgoingItem {
  private final OutboxId id;
  private final MessageType type;
  private final JsonObject payload;
  private final Optional<Endpoint> endpoint;
  private final SequencedMap<PublicKey, RecipientState> recipients;
  private JsonObject file;

  /**
   * Creates an item.
   *
   * @param file the file's JSON as it is stored now
   * @param payload the payload to send, without metadata
   * @param endpoint the endpoint of its one recipient, if the file names it
   * @param recipients the state of every recipient; for content no recipient is added any more
   */
  OutgoingItem(
      OutboxId id,
      JsonObject file,
      MessageType type,
      JsonObject payload,
      Optional<Endpoint> endpoint,
      SequencedMap<PublicKey, RecipientState> recipients) {
    this.id = id;
    this.file = file;
    this.type = type;
    this.payload = payload;
    this.endpoint = endpoint;
    this.recipients = new LinkedHashMap<>(recipients);
  }

  OutboxId id() {
    return id;
  }

  MessageType type() {
    return type;
  }

  JsonObject payload() {
    return payload;
  }

  Optional<Endpoint> endpoint() {
    return endpoint;
  }

  /** Returns the sender of the envelope of a time, if this node has moved since it left. */
  Optional<SentFrom> sentFrom(Timestamp envelope) {
    return SentFrom.of(file).filter(kept -> kept.timestamp().equals(envelope));
  }

  SequencedMap<PublicKey, RecipientState> recipients() {
    return Collections.unmodifiableSequencedMap(recipients);
  }

  RecipientState state(PublicKey recipient) {
    return recipients.getOrDefault(recipient, RecipientState.fresh());
  }

  void set(PublicKey recipient, RecipientState state) {
    recipients.put(recipient, state);
  }

  /** Puts another key, with nothing tried yet, in the place of a recipient's. */
  void readdress(PublicKey oldKey, PublicKey newKey) {
    recipients.remove(oldKey);
    recipients.putIfAbsent(newKey, RecipientState.fresh());
    if (!isFanOut()) {
      file = file.with(OutboxItems.RECIPIENT_KEY, newKey.toString());
      file =
          file.has(OutboxItems.ENVELOPE_RECIPIENT)
              ? file.with(OutboxItems.ENVELOPE_RECIPIENT, newKey.toString())
              : file;
    }
  }

  /** Withdraws the recipients that the rules withdraw, and says which. */
  List<PublicKey> withdraw(PeerTable peers) {
    List<PublicKey> withdrawn = new ArrayList<>();
    recipients.replaceAll(
        (key, state) -> {
          Optional<String> reason =
              state.isPending() ? Delivery.withdrawal(this, key, peers) : Optional.empty();
          reason.ifPresent(_ -> withdrawn.add(key));
          return reason.map(state::withdrawn).orElse(state);
        });
    return withdrawn;
  }

  /** Returns whether this is content for all subscribers, not one message for one peer. */
  boolean isFanOut() {
    return id.kind() == OutboxKind.CONTENT;
  }

  /** Returns whether no recipient has been tried yet. */
  boolean isFresh() {
    return recipients.values().stream().allMatch(RecipientState::isFresh);
  }

  /** Returns whether no recipient waits for it any more. */
  boolean isSettled() {
    return recipients.values().stream().noneMatch(RecipientState::isPending);
  }

  /**
   * Returns whether it ends in {@code outbox/failed/} (IMPLEMENTATION §3.2, steps 3c and 4e to 4g).
   */
  boolean isFailure() {
    return recipients.values().stream()
        .map(RecipientState::status)
        .anyMatch(
            status ->
                status == RecipientState.Status.FAILED
                    || (status == RecipientState.Status.REJECTED && !isFanOut()));
  }

  /** Counts the recipients that still wait for it. */
  int pending() {
    return (int) recipients.values().stream().filter(RecipientState::isPending).count();
  }

  /** Returns the highest number of attempts for any recipient. */
  int attempts() {
    return recipients.values().stream().mapToInt(RecipientState::attempts).max().orElse(0);
  }

  /** Counts like {@link #attempts}, without successes (IMPLEMENTATION §3.2, step 4g). */
  private int failures() {
    return recipients.values().stream().mapToInt(RecipientState::failures).max().orElse(0);
  }

  /** Returns the file's new content. */
  JsonObject toJson() {
    int failures = failures();
    JsonObject counted =
        failures > 0
            ? file.with(OutboxItems.RETRY_COUNT, failures)
            : file.without(OutboxItems.RETRY_COUNT);
    if (isFanOut()) {
      JsonObject.Builder states = JsonObject.builder();
      recipients.forEach((key, state) -> states.put(key.toString(), Shape.write(state)));
      return counted.with(OutboxItems.RECIPIENTS, states.build());
    }
    RecipientState state = recipients.firstEntry().getValue();
    JsonObject.Builder json = JsonObject.builder();
    counted
        .without(
            OutboxItems.NOT_BEFORE,
            OutboxItems.TIMESTAMP,
            OutboxItems.FAILING_SINCE,
            OutboxItems.PAGES_SINCE,
            OutboxItems.LAST_ERROR)
        .members()
        .forEach(json::put);
    return json.putIfPresent(OutboxItems.NOT_BEFORE, state.notBefore().map(Timestamp::toString))
        .putIfPresent(OutboxItems.TIMESTAMP, state.timestamp().map(Timestamp::toString))
        .putIfPresent(OutboxItems.FAILING_SINCE, state.failingSince().map(Timestamp::toString))
        .putIfPresent(OutboxItems.PAGES_SINCE, state.pagesSince().map(Timestamp::toString))
        .putIfPresent(OutboxItems.LAST_ERROR, state.lastError())
        .build();
  }

  /** Records that the file has been written. */
  void stored() {
    file = toJson();
  }

  /** Returns the JSON to write, unless the file contains it already. */
  Optional<JsonObject> unstored() {
    return Optional.of(toJson()).filter(json -> !json.equals(file));
  }

  /** Returns the file's form in {@code outbox/failed/}. */
  JsonObject toFailedJson(Timestamp now) {
    return toJson().with(OutboxItems.FAILED_AT, now.toString());
  }
}
