package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.relay.HostileRelay.letter;
import static org.sovereignbook.sbp.plugins.relay.HostileRelay.received;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;

/** A guest that its relay attacks. */
@Timeout(300)
class HostileRelayTest {
  private static final KeyPair FRIEND = TestKeys.alice();
  private static final KeyPair STRANGER = TestKeys.eve();
  private static final long LARGEST = 9_007_199_254_740_991L;

  @TempDir private Path folder;
  private HostileRelay relay;
  private GuestNode guest;

  @BeforeEach
  void make() {
    relay = HostileRelay.start();
    guest = GuestNode.in(folder, "laptop");
  }

  @AfterEach
  void close() {
    relay.close();
  }

  private void join() {
    guest.done("relay", "join", relay.endpoint().toString());
  }

  private static Instant now() {
    return Instant.now();
  }

  private byte[] envelope(KeyPair from, String text, Duration ago) {
    return RelayNode.envelope(
        from, guest.key(), Timestamp.ofMillis(now().minus(ago).toEpochMilli()), text);
  }

  private byte[] envelope(String text) {
    return envelope(FRIEND, text, Duration.ZERO);
  }

  private long counter(String name) {
    return guest.relay().integer(name).orElseThrow();
  }

  private String problem() {
    return guest.relay().string("problem").orElse("");
  }

  /** Asserts that everything that shows the relay still works. */
  private void isShown() {
    guest.done("relay", "list");
    assertThat(guest.run("status").exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
  }

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
    relay.joins(answer -> answer.with("waiting", 5).with("taken", 5));
    join();
    Duration days = Duration.ofDays(5);
    relay.bringsUntilTold(
        letter("a", 1, now(), direct),
        letter("b", 2, now().minus(days), envelope(FRIEND, "days ago", days)));
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).hasSize(1);
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
    relay.joins(answer -> answer.with("waiting", 1).with("taken", 1));
    relay.bringsUntilTold(letter("a", 1, now(), hello));
    join();
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).hasSize(1);
  }

  @Test
  void numbersAndMembersOfAnyKindHarmNothing() {
    join();
    relay.brings(
        answer ->
            answer
                .with("days", LARGEST)
                .with("waiting", LARGEST)
                .with("until_ms", -LARGEST)
                .with("taken", -LARGEST)
                .with("megabytes", LARGEST));
    assertThat(guest.fetch()).isZero();
    isShown();
    relay.brings(answer -> answer.with("days", -5).with("waiting", -5).with("until_ms", LARGEST));
    assertThat(guest.fetch()).isZero();
    isShown();
    byte[] good = envelope("e");
    relay.brings(
        answer ->
            answer.with(
                "post",
                JsonArray.of(
                    JsonObject.empty(),
                    letter("a", 1, now(), envelope("a")).without("received_ms"),
                    letter("b", 2, now(), envelope("b")).without("envelope"),
                    letter("c", 3, now(), envelope("c")).without("id"),
                    letter("d".repeat(50_000), 4, now(), envelope("d")),
                    letter("e", 5, now(), good).with("number", "five"))));
    assertThat(guest.fetch()).isEqualTo(1);
    for (String post : List.of("\"text\"", "{}", "[[],1,null]")) {
      relay.answers(
          200,
          "application/json",
          "{\"now_ms\":" + System.currentTimeMillis() + ",\"post\":" + post + "}");
      assertThat(guest.fetch()).isZero();
    }
    isShown();
  }

  @Test
  void hugeNumbersOfEnvelopesCountWithinBounds() {
    join();
    relay.bringsUntilTold(
        letter("a", LARGEST, now(), envelope("a")),
        letter("b", -LARGEST, now(), envelope("b")),
        letter("c", 5, now(), envelope("c")));
    assertThat(guest.fetch()).isEqualTo(3);
    assertThat(counter("missing")).isBetween(1L, 1_000_000L);
    isShown();
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

  private static List<String> notices(Ledger ledger) {
    return ledger.<List<String>>read(
        tx ->
            new RelayFeature()
                .notices().stream()
                    .flatMap(one -> one.apply(tx).stream())
                    .map(Notice::key)
                    .toList());
  }

  @Test
  void answersOfAnySizeEnd() {
    join();
    String many = "{\"id\":\"x\",\"envelope\":\"\",\"received_ms\":" + now().toEpochMilli() + "},";
    relay.answers(
        200,
        "application/json",
        "{\"now_ms\":" + now().toEpochMilli() + ",\"post\":[" + many.repeat(18_000) + "{}]}");
    assertThat(guest.fetch()).isZero();
    assertThat(counter("refused")).isBetween(1L, 100_000L);
    assertThat(relay.requests("fetch")).allMatch(request -> received(request).size() <= 1_000);

    relay.answers(200, "application/json", "{\"post\":\"" + "x".repeat(2 << 20) + "\"}");
    assertThat(guest.fetch()).isZero();
    assertThat(problem()).contains("answers 200");

    relay.answers(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            while (true) {
              out.write(new byte[1_024]);
            }
          } catch (IOException e) {
            exchange.close();
          }
        });
    assertThat(guest.fetch()).isZero();
    assertThat(problem()).contains("answers 200");
    isShown();
  }

  @Test
  void aRedirectAndAPageAreNoAnswers() {
    join();
    try (HostileRelay other = HostileRelay.start()) {
      relay.answers(
          exchange -> {
            exchange.getResponseHeaders().set("Location", other.endpoint() + "/x/relay/guest");
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
          });
      assertThat(guest.fetch()).isZero();
      assertThat(other.requests("fetch")).isEmpty();
      assertThat(other.requests("publish")).isEmpty();
    }
    assertThat(problem()).contains("307");
    relay.answers(200, "text/html", "<html>\u001b[31mparked</html>");
    assertThat(guest.fetch()).isZero();
    assertThat(problem()).contains("200").doesNotContain("\u001b");
    assertThat(guest.relay().string("state")).contains("silent");
    assertThat(guest.run("relay", "list").err()).doesNotContain("\u001b");
  }

  @Test
  void anotherKeyIsFollowedByARotationOnly() {
    join();
    relay.answers(400, "application/json", "{\"error\":\"wrong-recipient\",\"message\":\"no\"}");
    relay.hasKey(STRANGER, Optional.empty());
    assertThat(guest.fetch()).isZero();
    assertThat(problem()).contains("another key");
    relay.hasKey(STRANGER, Optional.of(TestKeys.named("relay")));
    assertThat(guest.fetch()).isZero();
    relay.isHonestAgain();
    relay.bringsUntilTold(letter("a", 1, now(), envelope("a")));
    assertThat(guest.fetch()).isEqualTo(1);
    assertThat(relay.requests("fetch").getLast().string("relay_key"))
        .contains(STRANGER.publicKey().toString());
  }

  @Test
  void aRelayWithAWrongClockGivesNoPost() {
    join();
    for (Duration wrong : List.of(Duration.ofMinutes(6), Duration.ofDays(-400))) {
      relay.brings(
          answer ->
              answer
                  .with("now_ms", now().plus(wrong).toEpochMilli())
                  .with("post", JsonArray.of(letter("a", 1, now(), envelope("a")))));
      assertThat(guest.fetch()).isZero();
      assertThat(problem()).contains("clock");
    }
    relay.brings(answer -> answer.without("now_ms"));
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).isEmpty();
  }

  @Test
  void joiningTakesOnlyAnAddressBelowTheRelayAndATimeThatIsRight() {
    Endpoint before = guest.endpoint();
    String own = relay.endpoint() + "/x/relay/";
    for (String address :
        List.of(
            "https://evil.example",
            own,
            own + "../../evil",
            own + "a b",
            own + "x?y",
            own + "x".repeat(600),
            relay.endpoint() + ".evil.example/x/relay/abc")) {
      relay.joins(answer -> answer.with("address", address));
      assertThat(guest.run("relay", "join", relay.endpoint().toString()).exit())
          .as(address)
          .isEqualTo(ExitCode.FAILED);
    }
    for (long at : new long[] {0, LARGEST, -LARGEST}) {
      relay.joins(answer -> answer.with("now_ms", at));
      assertThat(guest.run("relay", "join", relay.endpoint().toString()).exit())
          .isEqualTo(ExitCode.FAILED);
    }
    assertThat(guest.endpoint()).isEqualTo(before);
    relay.joins(
        answer ->
            answer
                .with("days", LARGEST)
                .with("megabytes", -1)
                .with("taken", LARGEST)
                .with("waiting", LARGEST));
    join();
    isShown();
  }

  @Test
  void anInvitationOfAnotherRelayIsNotGivenAway() {
    String token = RelayToken.of(STRANGER.publicKey(), new byte[24]);
    assertThat(guest.run("relay", "join", relay.endpoint().toString(), "--token", token).exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(relay.requests("join")).isEmpty();
    guest.done(
        "relay",
        "join",
        relay.endpoint().toString(),
        "--token",
        RelayToken.of(relay.key(), new byte[24]));
  }

  @Test
  void aRelayThatRefusesDocumentsStillBringsPost() {
    join();
    guest.done("identity", "--set", "name=Ada");
    AtomicInteger refusals = new AtomicInteger();
    relay.answers(
        exchange -> {
          boolean isPublishing = relay.requests("publish").size() > refusals.get() + 1;
          if (isPublishing) {
            refusals.incrementAndGet();
          }
          byte[] body =
              (isPublishing
                      ? "{\"error\":\"documents-full\",\"message\":\"full\"}"
                      : "{\"now_ms\":" + now().toEpochMilli() + ",\"post\":[]}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(isPublishing ? 507 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    assertThat(guest.fetch()).isZero();
    assertThat(refusals).hasValue(1);
    assertThat(problem()).contains("publishes");
    assertThat(guest.relay().string("state")).contains("holding");
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

  private static long waiting(RelayNode relay) {
    return relay
        .ledger()
        .<Long>read(tx -> tx.number("SELECT COUNT(*) FROM relay_post WHERE waits = 1"));
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
  void aFaultOfOneRelayKeepsNoOtherBack() {
    join();
    try (HostileRelay second = HostileRelay.start()) {
      second.hasKey(TestKeys.named("second"), Optional.empty());
      guest.done("relay", "join", second.endpoint().toString(), "--spare");
      relay.answers(500, "text/plain", "no");
      second.bringsUntilTold(letter("b", 1, now(), envelope("hello")));
      assertThat(guest.fetch()).isEqualTo(1);
    }
  }

  @Test
  void aRelayThatDoesNotWaitIsNotAskedAgainAtOnce() throws InterruptedException {
    join();
    byte[] hello = envelope("hello");
    List<Runnable> attacks =
        List.of(
            () -> relay.isHonestAgain(),
            () -> relay.brings(letter("a", 1, now(), hello)),
            () -> relay.brings(letter("x", 1, now(), "forged".getBytes(StandardCharsets.UTF_8))),
            () -> relay.brings(JsonObject.empty()),
            () -> relay.answers(500, "text/plain", "no"),
            () -> relay.answers(200, "application/json", "{}"),
            () -> relay.answers(200, "text/html", "<p>"));
    for (Runnable attack : attacks) {
      relay.isHonestAgain();
      attack.run();
      int before = relay.requests("fetch").size();
      try (RunningGuest running = RunningGuest.start(guest, 6)) {
        List<Duration> pauses = running.pauses();
        assertThat(relay.requests("fetch").size() - before).isLessThanOrEqualTo(7);
        assertThat(pauses.getFirst()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
        assertThat(pauses.getLast()).isGreaterThan(pauses.getFirst());
      }
    }
    assertThat(guest.inbox()).hasSize(1);
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

  @Test
  void aRelayIsLeftWhileAnotherProcessFetches() throws InterruptedException {
    try (RelayNode honest = RelayNode.in(folder)) {
      guest.join(honest);
      honest.message(guest.endpoint(), envelope("hello"));
      try (RunningGuest running = RunningGuest.start(guest, 1)) {
        CliTest.Ran left = guest.run("relay", "leave", honest.endpoint().toString());
        while (left.exit() == ExitCode.FAILED) {
          left = guest.run("relay", "leave", honest.endpoint().toString());
        }
        assertThat(left.exit()).as(left.err()).isEqualTo(ExitCode.DONE);
        assertThat(running.log()).isEmpty();
      }
      assertThat(guest.inbox()).hasSize(1);
      assertThat(waiting(honest)).isZero();
    }
  }

  @Test
  void aRelaysTextIsPrintedEscaped() {
    join();
    relay.answers(
        503, "application/json", "{\"error\":\"\\u001b[2J\",\"message\":\"\\u001b[31mred\\nrow\"}");
    assertThat(guest.fetch()).isZero();
    CliTest.Ran list = guest.run("relay", "list");
    assertThat(list.out() + list.err()).doesNotContain("\u001b").contains("red");
    CliTest.Ran left = guest.run("relay", "leave", relay.endpoint().toString());
    assertThat(left.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(left.out() + left.err()).doesNotContain("\u001b");
    guest.done("relay", "leave", relay.endpoint().toString(), "--force");
  }
}
