package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.relay.HostileRelay.letter;
import static org.sovereignbook.sbp.plugins.relay.HostileRelay.received;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;

/** A guest that its relay attacks by what it brings. */
@Timeout(300)
class HostileRelayTest extends HostileRelayScene {
  @Test
  void whatIsForgedOrForOthersIsCountedAndDropped() {
    join();
    String good = new String(envelope("hello"), StandardCharsets.UTF_8);
    relay.bringsUntilTold(
        letter("a", 1, now(), good.replace("hello", "forged").getBytes(StandardCharsets.UTF_8)),
        letter(
            "b",
            2,
            now(),
            RelayNode.envelope(FRIEND, STRANGER.publicKey(), guest.node().now(), "astray")),
        letter("c", 3, now(), "no JSON".getBytes(StandardCharsets.UTF_8)),
        letter("d", 4, now(), new byte[0]),
        letter("e", 5, now(), envelope(FRIEND, "old", Duration.ofHours(49))),
        letter("f", 6, now(), envelope(FRIEND, "early", Duration.ofHours(-1))));
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).isEmpty();
    assertThat(counter("refused")).isEqualTo(6);
    assertThat(guest.run("doctor").out() + guest.run("status").out()).contains("6 not valid");
  }

  @Test
  void whatWasDeliveredIsNotTakenAgainUnderAnotherNameOrNumber() {
    join();
    byte[] hello = envelope("hello");
    relay.bringsUntilTold(letter("a", 1, now(), hello));
    assertThat(guest.fetch()).isEqualTo(1);
    relay.bringsUntilTold(letter("a", 1, now(), hello));
    assertThat(guest.fetch()).isZero();
    assertThat(counter("repeated")).isZero();
    relay.bringsUntilTold(letter("b", 2, now(), hello), letter("c", 3, now(), hello));
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).hasSize(1);
    assertThat(counter("repeated")).isEqualTo(2);
    assertThat(counter("stored")).isEqualTo(1);
  }

  @Test
  void nothingIsTakenThatIsSaidToHaveComeBeforeTheGuestOrFromAnotherTime() {
    join();
    relay.bringsUntilTold(
        letter("a", 1, now().minus(Duration.ofDays(3)), envelope(FRIEND, "a", Duration.ofDays(3))),
        letter("b", 2, Instant.ofEpochMilli(-LARGEST), envelope("b")),
        letter("c", 3, Instant.EPOCH, envelope("c")),
        letter("d", 4, Instant.ofEpochMilli(LARGEST), envelope("d")),
        letter("e", 5, now().plus(Duration.ofDays(3)), envelope(FRIEND, "e", Duration.ofDays(-3))));
    assertThat(guest.fetch()).isEqualTo(1);
    assertThat(guest.inbox()).hasSize(1);
    assertThat(counter("refused")).isEqualTo(4);
  }

  @Test
  void whatHadComeDirectlyIsNotTakenFromARelayThatSaysThatItHasWaited() {
    byte[] direct = envelope("direct");
    ContentHash hash = ContentHash.of(Checked.object(direct).toOptional().orElseThrow());
    FileStore store = new FileStore(guest.node());
    store.commit(
        new ChangeSet()
            .add(SeenEnvelopes.see(hash, store.inbox().accept(hash, direct, now()).id())));
    processAll(store);
    relay.joins(answer -> answer.with("waiting", 5).with("taken", 5));
    join();
    Duration days = Duration.ofDays(5);
    relay.bringsUntilTold(
        letter("a", 1, now(), direct),
        letter("b", 2, now().minus(days), envelope(FRIEND, "days ago", days)));
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).isEmpty();
  }

  @Test
  void aRelayThatWasLeftBringsNothingAgainWhenItIsJoinedOnceMore() {
    join();
    byte[] hello = envelope("hello");
    relay.bringsUntilTold(letter("a", 1, now(), hello));
    assertThat(guest.fetch()).isEqualTo(1);
    relay.isHonestAgain();
    guest.done("relay", "leave", relay.endpoint().toString());
    try (Ledger ledger = RunningGuest.ledger(guest.node())) {
      new RelayFeature().retention().forEach(one -> one.forget(ledger));
    }
    FileStore store = new FileStore(guest.node());
    store
        .keys(SeenEnvelopes.ENVELOPES)
        .forEach(key -> store.commit(new ChangeSet().add(SeenEnvelopes.ENVELOPES.delete(key))));
    processAll(store);
    relay.joins(answer -> answer.with("waiting", 1).with("taken", 1));
    relay.bringsUntilTold(letter("a", 1, now(), hello));
    join();
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).isEmpty();
  }

  @Test
  void whatARelayDropsIsCounted() {
    join();
    relay.bringsUntilTold(
        letter("a", 1, now(), envelope("a")), letter("d", 4, now(), envelope("d")));
    assertThat(guest.fetch()).isEqualTo(2);
    assertThat(counter("missing")).isEqualTo(2);
    try (Ledger ledger = RunningGuest.ledger(guest.node())) {
      List<String> before = notices(ledger);
      assertThat(before).anyMatch(key -> key.contains("strange"));
      ledger.run(tx -> tx.update("UPDATE relay_joined SET missing = 9"));
      assertThat(notices(ledger)).isEqualTo(before);
    }
  }

  @Test
  void anAcknowledgementThatIsLostDoublesNothingAndBlamesNobody() {
    join();
    byte[] hello = envelope("hello");
    AtomicInteger fetches = new AtomicInteger();
    relay.brings(
        answer -> {
          if (fetches.getAndIncrement() > 0) {
            throw new IllegalStateException("cut off");
          }
          return answer.with("post", JsonArray.of(letter("a", 1, now(), hello)));
        });
    guest.run("relay", "fetch");
    assertThat(guest.inbox()).hasSize(1);
    // As if the process had ended before it remembered what is in the inbox.
    try (Ledger ledger = RunningGuest.ledger(guest.node())) {
      ledger.run(tx -> tx.update("DELETE FROM relay_seen"));
      ledger.run(tx -> tx.update("UPDATE relay_joined SET last_number = 0, stored = 0"));
    }
    relay.bringsUntilTold(letter("a", 1, now(), hello));
    assertThat(guest.fetch()).isZero();
    assertThat(received(relay.requests("fetch").getLast())).containsExactly("a");
    assertThat(guest.inbox()).hasSize(1);
    assertThat(counter("repeated")).isZero();
    assertThat(counter("refused")).isZero();
  }

  @Test
  void whatABlockedSenderPostsIsDroppedAndAcknowledged() {
    FileStore store = new FileStore(guest.node());
    var before = store.peers();
    Peer row =
        Peer.met(
            "Eve",
            STRANGER.publicKey(),
            Endpoint.parse("https://eve.example"),
            TrustState.BLOCKED,
            guest.node().now());
    store.commit(new ChangeSet().addAll(before.with(row).changes(before)));
    join();
    relay.bringsUntilTold(letter("a", 1, now(), envelope(STRANGER, "buy", Duration.ZERO)));
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).isEmpty();
    assertThat(received(relay.requests("fetch").getLast())).containsExactly("a");
    assertThat(counter("refused")).isZero();
  }

  @Test
  void whatFindsNoPlaceWaitsAndHoldsUpNobodyElse() {
    try (RelayNode honest = RelayNode.in(folder)) {
      guest.join(honest);
      guest.done("config", "set", "server.inbox_key_files", "1");
      for (int i = 0; i < 3; i++) {
        honest.message(guest.endpoint(), envelope(STRANGER, "flood " + i, Duration.ZERO));
      }
      honest.message(guest.endpoint(), envelope("hello"));
      assertThat(guest.fetch()).isEqualTo(2);
      assertThat(guest.inbox()).hasSize(2);
      assertThat(waiting(honest)).isEqualTo(2);
      guest.done("config", "set", "server.inbox_key_files", "200");
      assertThat(guest.fetch()).isEqualTo(2);
      assertThat(waiting(honest)).isZero();
      assertThat(counter("missing")).isZero();
      assertThat(counter("repeated")).isZero();
    }
  }

  @Test
  void whatFindsNoPlaceInAWholeAnswerHidesNothingBehindIt() {
    guest.done("config", "set", "server.inbox_key_files", "1");
    join();
    List<JsonObject> flood =
        IntStream.rangeClosed(1, 5)
            .mapToObj(i -> letter("f" + i, i, now(), envelope(STRANGER, "f" + i, Duration.ZERO)))
            .toList();
    JsonObject hello = letter("h", 6, now(), envelope("hello"));
    relay.brings(
        answer -> {
          long after = relay.requests("fetch").getLast().integer("after").orElse(0);
          return answer.with(
              "post",
              after >= 6 ? JsonArray.of() : after >= 5 ? JsonArray.of(hello) : JsonArray.of(flood));
        });
    assertThat(guest.fetch()).isEqualTo(2);
    assertThat(guest.inbox()).hasSize(2);
  }

  @Test
  void aSenderThatPostsTheSameToTwoRelaysHarmsNeither() {
    join();
    try (HostileRelay second = HostileRelay.start()) {
      second.hasKey(TestKeys.named("second"), Optional.empty());
      guest.done("relay", "join", second.endpoint().toString(), "--spare");
      byte[] same = envelope("the same");
      relay.bringsUntilTold(letter("a", 1, now(), same));
      second.bringsUntilTold(letter("b", 1, now(), same));
      assertThat(guest.fetch()).isEqualTo(1);
      assertThat(guest.inbox()).hasSize(1);
      for (JsonObject one :
          guest
              .done("relay", "list", "--json")
              .json()
              .array("relays")
              .map(JsonArray::objects)
              .orElseThrow()) {
        assertThat(one.integer("repeated")).hasValue(0);
      }
      second.bringsUntilTold(letter("c", 2, now(), same));
      assertThat(guest.fetch()).isZero();
      assertThat(
              guest
                  .done("relay", "list", "--json")
                  .json()
                  .array("relays")
                  .map(JsonArray::objects)
                  .orElseThrow()
                  .getLast()
                  .integer("repeated"))
          .hasValue(1);
    }
  }

  @Test
  void twoRelaysThatBringTheSameAtOnceStoreItOnce() throws InterruptedException {
    join();
    try (HostileRelay second = HostileRelay.start()) {
      second.hasKey(TestKeys.named("second"), Optional.empty());
      guest.done("relay", "join", second.endpoint().toString(), "--spare");
      JsonObject[] same =
          IntStream.rangeClosed(1, 50)
              .mapToObj(i -> letter("n" + i, i, now(), envelope("letter " + i)))
              .toArray(JsonObject[]::new);
      relay.bringsUntilTold(same);
      second.bringsUntilTold(same);
      try (RunningGuest running = RunningGuest.start(guest, 6)) {
        assertThat(running.pauses()).isNotEmpty();
      }
      assertThat(guest.inbox()).hasSize(50);
      assertThat(counter("repeated")).isZero();
    }
  }

  private static void processAll(FileStore store) {
    store.inbox().pending().forEach(id -> store.commit(new ChangeSet().add(Inbox.remove(id))));
  }

  private static List<String> notices(Ledger ledger) {
    return ledger.<List<String>>read(
        tx ->
            new RelayFeature()
                .notices().stream()
                    .flatMap(one -> one.apply(tx).stream())
                    .map(Notice::key)
                    .toList());
  }
}
