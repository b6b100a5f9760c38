package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.keys;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;

/** Personal messages. */
interface MessagesContract extends StoreUnderTest {

  private Message received(String id) {
    return new Message(
        id,
        Message.Way.RECEIVED,
        keys("alice").publicKey(),
        bench().peer("alice").endpoint(),
        bench().now(),
        "hello \u202e\u0000\n",
        Message.Refs.NONE);
  }

  @Test
  default void aMessageIsKeptByPeerAsItIsUntilItIsRemoved() {
    bench().commit(Messages.put(received("one")), Messages.put(received("two")));

    Messages kept = bench().reopened().messages();
    assertThat(kept.peers()).containsExactly(keys("alice").publicKey());
    assertThat(kept.with(keys("alice").publicKey()))
        .containsExactly(received("one"), received("two"));
    bench().commit(Messages.remove(received("one")));
    assertThat(store().messages().ids(keys("alice").publicKey())).containsExactly("two");
  }

  @Test
  default void aMessageIsMarkedAsReadBesideTheHolderOnce() {
    bench().commit(Messages.put(received("one")));
    Message kept = store().messages().find(keys("alice").publicKey(), "one").orElseThrow();
    assertThat(kept.isUnread()).isTrue();

    bench().another().messages().markRead(kept, bench().now());

    Message read = store().messages().find(keys("alice").publicKey(), "one").orElseThrow();
    assertThat(read.readAt()).contains(bench().now());
    bench().advance(Duration.ofHours(1));
    assertThat(read.readAt(bench().now())).isEqualTo(read);
  }

  @Test
  default void whateverPutsADirectIntoTheOutboxKeepsItAsAMessage() {
    String name = "2026-03-17T120500Z-a3f9-direct";
    JsonObject item =
        OutboxItems.envelope(
            MessageType.DIRECT,
            Payloads.direct("dear alice", Optional.empty(), Optional.empty()),
            bench().peer("alice"));
    OutboxId id = new OutboxId(OutboxKind.REPLIES, name);
    bench().commit(Outbox.put(id, item));
    bench().commit(Outbox.sent(id, item, bench().now()));

    assertThat(store().messages().with(keys("alice").publicKey()))
        .singleElement()
        .satisfies(
            sent -> {
              assertThat(sent.way()).isEqualTo(Message.Way.SENT);
              assertThat(sent.id()).isEqualTo(name);
              assertThat(sent.body()).isEqualTo("dear alice");
              assertThat(sent.at()).isEqualTo(bench().now());
            });
  }

  @Test
  default void theOutcomeOfASentMessageIsRecordedWhereItsItemLeavesTheOutbox() {
    OutboxId id = new OutboxId(OutboxKind.REPLIES, "2026-03-17T120500Z-b1c2-direct");
    JsonObject item =
        OutboxItems.envelope(
            MessageType.DIRECT,
            Payloads.direct("dear alice", Optional.empty(), Optional.empty()),
            bench().peer("alice"));
    bench().commit(Outbox.put(id, item));
    assertThat(outcome(id)).isEmpty();

    bench().commit(Outbox.fail(id, item));
    assertThat(outcome(id)).contains(Message.Ending.FAILED);

    bench().commit(Outbox.again(id.name(), id, item));
    assertThat(outcome(id)).isEmpty();

    bench().commit(Outbox.sent(id, item, bench().now()));
    assertThat(outcome(id)).contains(Message.Ending.DELIVERED);
  }

  private Optional<Message.Ending> outcome(OutboxId id) {
    return bench()
        .reopened()
        .messages()
        .find(keys("alice").publicKey(), id.name())
        .flatMap(Message::outcome);
  }
}
