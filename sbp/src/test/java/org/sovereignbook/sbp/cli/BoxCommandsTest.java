package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class BoxCommandsTest {
  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;
  private Peer alice;

  @BeforeEach
  void aNodeWithOnePeer() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
    alice = node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
  }

  private InboxId receive(String body) {
    byte[] envelope =
        node.envelope(
            TestKeys.alice(),
            TestNode.ALICE_ENDPOINT,
            MessageType.DIRECT,
            Payloads.direct(body, Optional.empty(), Optional.empty()));
    return node.store().inbox().accept(envelope, node.clock().instant());
  }

  private void queue(OutboxKind kind, String name, JsonObject item) {
    node.store().commit(new ChangeSet().add(Outbox.put(new OutboxId(kind, name), item)));
  }

  private JsonObject subscribe() {
    return OutboxItems.envelope(MessageType.SUBSCRIBE, JsonObject.empty(), alice);
  }

  @Test
  void theInboxTellsSenderTrustAndAge() {
    InboxId id = receive("hello");
    sbp.clock().advance(Duration.ofMinutes(12));

    assertThat(sbp.run("inbox").lines().get(1))
        .startsWith(id.value())
        .contains("direct", "Alice", "known", "12m");
    assertThat(sbp.run("inbox", "--json").json().array("inbox").orElseThrow().objects())
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.string("sender_key")).contains(alice.publicKey().toString());
              assertThat(item.integer("age_seconds")).hasValue(720);
            });
  }

  @Test
  void emptyBoxesSaySo() {
    assertThat(sbp.run("inbox").out()).contains("nothing waits");
    assertThat(sbp.run("outbox").out()).contains("nothing waits");
    assertThat(sbp.run("outbox", "failed").out()).contains("nothing failed");
  }

  @Test
  void aHostileMessageIsShownWholeButHarmless() {
    InboxId id = receive("line one\n\u001b]0;owned\u0007 \u202egnp");

    CliTest.Ran ran = sbp.run("inbox", "show", id.value());

    assertThat(ran.out()).doesNotContain("\u001b", "\u0007", "\u202e").contains("line one");
  }

  @Test
  void aFileThatIsNoEnvelopeIsListedToo() {
    node.node()
        .disk()
        .write(node.home().inbox().resolve("junk.json"), "{".getBytes(StandardCharsets.UTF_8));

    assertThat(sbp.run("inbox").out()).contains("junk", "(unreadable)");
    assertThat(sbp.run("inbox", "show", "junk").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anItemThatCannotBeReadIsListedAndDroppedAndStopsNoOther() {
    queue(OutboxKind.NETWORK, "one", subscribe());
    damage("network/torn.json");
    damage("failed/spoilt.json");

    assertThat(sbp.run("outbox").out()).contains("network/one", "network/torn", "(unreadable)");
    assertThat(sbp.run("outbox", "failed").out()).contains("failed/spoilt", "(unreadable)");
    assertThat(sbp.run("outbox", "show", "spoilt").exit()).isEqualTo(ExitCode.DONE);
    assertThat(changed(sbp.run("outbox", "retry", "--all", "--json")))
        .containsExactly("network/one");
    CliTest.Ran refused = sbp.run("outbox", "retry", "spoilt");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("sbp outbox drop failed/spoilt");
    assertThat(sbp.run("outbox", "drop", "torn").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("outbox", "drop", "failed/spoilt").exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.store().outbox().failed()).isEmpty();
    assertThat(node.store().outbox().pending()).hasSize(1);
  }

  private void damage(String file) {
    node.node()
        .disk()
        .write(node.home().outbox().resolve(file), "{".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anItemIsFoundByItsBeginningIfThatIsItsAlone() {
    queue(OutboxKind.NETWORK, "one", subscribe());
    queue(OutboxKind.NETWORK, "other", subscribe());

    assertThat(sbp.run("outbox", "show", "on").out()).contains("network/one");
    assertThat(sbp.run("outbox", "show", "network/one").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("outbox", "show", "o").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(sbp.run("outbox", "show", "nothing").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void anIdThatFitsSeveralIsAnErrorThatListsThem() {
    queue(OutboxKind.NETWORK, "2026-03-17T120000Z-a3f9-subscribe", subscribe());
    queue(OutboxKind.NETWORK, "2026-03-17T120000Z-a377-subscribe", subscribe());

    assertThat(sbp.run("outbox", "show", "a3f").out()).contains("a3f9-subscribe");
    CliTest.Ran ran = sbp.run("outbox", "show", "a3");
    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err())
        .contains(
            "could be any of 2",
            "network/2026-03-17T120000Z-a377-subscribe",
            "network/2026-03-17T120000Z-a3f9-subscribe");
  }

  @Test
  void theOutboxTellsAttemptsNextTryAndLastError() {
    queue(
        OutboxKind.NETWORK,
        "2026-03-17T120000Z-a3f9-subscribe",
        subscribe()
            .with("_retry_count", 2)
            .with("_not_before", "2026-03-17T13:05:00Z")
            .with("_last_error", "503 \u001b[2J"));

    String row = sbp.run("outbox").lines().get(1);

    assertThat(row).contains("subscribe", "Alice", " 2 ", "in 1h", "503 \\u001b");
    assertThat(sbp.run("outbox", "--json").json().array("outbox").orElseThrow().objects())
        .singleElement()
        .satisfies(
            item ->
                assertThat(item.array("recipients").orElseThrow().objects().getFirst())
                    .satisfies(
                        to -> {
                          assertThat(to.integer("attempts")).hasValue(2);
                          assertThat(to.string("not_before")).contains("2026-03-17T13:05:00Z");
                        }));
  }

  @Test
  void aPieceForManyShowsEachRecipient() {
    Endpoint eveEndpoint = Endpoint.parse("https://eve.example.com");
    Peer eve = node.addPeer("Eve", TestKeys.eve(), eveEndpoint, TrustState.KNOWN);
    JsonObject states =
        JsonObject.builder()
            .put(
                alice.publicKey().toString(),
                JsonObject.builder().put("status", "delivered").put("attempts", 1).build())
            .put(
                eve.publicKey().toString(),
                JsonObject.builder()
                    .put("status", "pending")
                    .put("attempts", 2)
                    .put("last_error", "connection refused")
                    .build())
            .build();
    queue(
        OutboxKind.CONTENT,
        "piece",
        node.content(TestKeys.bob(), "On fog", "It lifts.").with("_recipients", states));

    CliTest.Ran ran = sbp.run("outbox", "show", "piece");

    assertThat(ran.lines()).anyMatch(line -> line.matches("Alice +\\S+ +delivered +1 .*"));
    assertThat(ran.lines())
        .anyMatch(line -> line.matches("Eve +\\S+ +pending +2 .* +connection refused"));
    assertThat(sbp.run("outbox").out()).contains("2 peers");
  }

  @Test
  void whatFailedIsListedWithItsReason() {
    OutboxId id = new OutboxId(OutboxKind.NETWORK, "gone");
    node.store()
        .commit(
            new ChangeSet().add(Outbox.fail(id, subscribe().with("_last_error", "404 not-found"))));

    assertThat(sbp.run("outbox", "failed").out()).contains("failed/gone", "404 not-found");
    assertThat(sbp.run("outbox", "show", "failed/gone").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("outbox", "failed", "--json").json().array("failed").orElseThrow().objects())
        .hasSize(1);
  }

  @Test
  void whatFailedIsTriedAgainFromWhereItCame() {
    queue(OutboxKind.NETWORK, "one", subscribe());
    OutboxId id = new OutboxId(OutboxKind.NETWORK, "one");
    JsonObject failed =
        subscribe()
            .with(OutboxItems.RETRY_COUNT, 3)
            .with(OutboxItems.FAILED_AT, "2026-03-17T11:00:00Z")
            .with(OutboxItems.FAILING_SINCE, "2026-03-10T11:00:00Z")
            .with(OutboxItems.LAST_ERROR, "unreachable: cannot connect");
    node.store().commit(new ChangeSet().add(Outbox.fail(id, failed)));

    assertThat(sbp.run("outbox", "retry", "one").out()).contains("1 item", "sbp deliver");

    JsonObject again = node.store().outbox().read(id).orElseThrow();
    assertThat(again.has(OutboxItems.RETRY_COUNT)).isFalse();
    assertThat(again.has(OutboxItems.FAILED_AT)).isFalse();
    assertThat(again.has(OutboxItems.FAILING_SINCE)).isFalse();
    assertThat(node.store().outbox().failed()).isEmpty();
    assertThat(sbp.run("peers").out()).as("asked again").contains("requested");
  }

  @Test
  void whatWaitsAnywayIsNotDoubledByARetry() {
    queue(OutboxKind.NETWORK, "one", subscribe());
    OutboxId id = new OutboxId(OutboxKind.NETWORK, "one");
    JsonObject failed = subscribe().with(OutboxItems.FAILED_AT, "2026-03-17T11:00:00Z");
    node.store().commit(new ChangeSet().add(Outbox.fail(id, failed)));
    queue(OutboxKind.NETWORK, "one", subscribe());

    sbp.run("outbox", "retry", "--all");

    assertThat(node.store().outbox().pending()).containsExactly(id);
    assertThat(node.store().outbox().failed()).isEmpty();
  }

  @Test
  void retryTakesAllOfOnePeerOrAllThereIsAndNeedsToBeToldWhich() {
    queue(OutboxKind.NETWORK, "one", subscribe());
    Peer eve =
        node.addPeer(
            "Eve", TestKeys.eve(), Endpoint.parse("https://eve.example.com"), TrustState.KNOWN);
    queue(
        OutboxKind.NETWORK,
        "two",
        OutboxItems.envelope(MessageType.SUBSCRIBE, JsonObject.empty(), eve)
            .with(OutboxItems.NOT_BEFORE, "2030-01-01T00:00:00Z"));

    assertThat(sbp.run("outbox", "retry").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(sbp.run("outbox", "retry", "one", "--all").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(changed(sbp.run("outbox", "retry", "--peer", "Eve", "--json")))
        .containsExactly("network/two");
    assertThat(changed(sbp.run("outbox", "retry", "--all", "--json"))).hasSize(2);
    OutboxId two = new OutboxId(OutboxKind.NETWORK, "two");
    assertThat(node.store().outbox().read(two).orElseThrow().has(OutboxItems.NOT_BEFORE)).isFalse();
  }

  @Test
  void whatWaitsForAPeerThatIsLeftAloneSaysUntilWhen() {
    queue(OutboxKind.NETWORK, "one", subscribe());
    JsonObject backoff =
        JsonObject.builder()
            .put("failures", 3)
            .put("not_before", node.node().now().plus(Duration.ofHours(4)).toString())
            .build();
    node.store()
        .writeState(
            StateDocument.DELIVERY,
            JsonObject.builder()
                .put(
                    "peers",
                    JsonObject.builder().put(alice.publicKey().toString(), backoff).build())
                .put("failed_since", JsonObject.empty())
                .build());

    assertThat(sbp.run("outbox").out()).contains("in 4h");
    sbp.run("outbox", "retry", "--all");
    assertThat(sbp.run("outbox").out()).doesNotContain("in 4h");
  }

  @Test
  void whatIsDroppedIsGone() {
    queue(OutboxKind.NETWORK, "one", subscribe());

    assertThat(sbp.run("outbox", "drop", "one").out()).contains("network/one is dropped");

    assertThat(node.store().outbox().pending()).isEmpty();
    assertThat(sbp.run("outbox", "drop", "one").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(sbp.run("outbox", "drop").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(sbp.run("outbox", "retry", "--all").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  private static java.util.List<String> changed(CliTest.Ran ran) {
    return ran.json().array("changed").orElseThrow().strings().orElseThrow();
  }

  @Test
  void anAnswerToAPeersNameLeadsToTheCommandThatWritesToIt() {
    for (String name : List.of("Alice", "alice")) {
      CliTest.Ran ran = sbp.run("reply", name, "hi");

      assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
      assertThat(ran.err()).contains("a peer is called so", "sbp send " + name);
    }
    assertThat(sbp.run("reply", "Birch", "hi").err()).doesNotContain("sbp send");
    assertThat(sbp.run("send", "Alice", "hi").exit()).isEqualTo(ExitCode.DONE);
  }
}
