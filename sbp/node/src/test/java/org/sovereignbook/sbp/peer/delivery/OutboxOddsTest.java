package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;

/** Outbox files that make no sense, and what becomes of failed items (IMPLEMENTATION §3.2, 5). */
class OutboxOddsTest {
  @TempDir private Path folder;
  private World world;
  private Peer ann;

  @BeforeEach
  void makeWorld() {
    world = World.in(folder);
    ann = world.subscriber("ann");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"half\":",
        "[]",
        "{}",
        "{\"message_type\":\"direct\"}",
        "{\"message_type\":\"gossip\",\"payload\":{}}",
        "{\"message_type\":\"direct\",\"payload\":{\"body\":\"no recipient\"}}",
        "{\"message_type\":\"direct\",\"payload\":{\"body\":1.5},\"_recipient_key\":\"x\"}",
        "{\"kind\":\"content\",\"title\":\"unsigned\"}",
      })
  void fileThatMakesNoSenseIsSetAsideAsItIsAndTheOthersGoOn(String text) throws Exception {
    for (String kind : new String[] {"content", "replies", "network"}) {
      world.node().node().writeText(world.node().home().outbox().resolve(kind + "/odd.json"), text);
    }
    world.direct("fine", ann);

    DeliveryResult result = world.run();

    assertThat(result.setAside()).isEqualTo(3);
    assertThat(result.delivered()).isEqualTo(1);
    assertThat(world.failed()).containsExactlyInAnyOrder("odd", "odd-2", "odd-3");
    assertThat(world.failed())
        .allSatisfy(
            name ->
                assertThat(
                        world
                            .node()
                            .node()
                            .readText(
                                world
                                    .node()
                                    .home()
                                    .outbox()
                                    .resolve("failed")
                                    .resolve(name + ".json")))
                    .contains(text));
    assertThat(world.log())
        .filteredOn(line -> line.contains("error: set aside"))
        .hasSize(3)
        .anySatisfy(line -> assertThat(line).contains("content/odd"));
  }

  @Test
  void messageThatEveryPeerWouldRefuseIsNotSent() throws Exception {
    world.put(OutboxKind.REPLIES, "huge", World.directTo(ann, "x".repeat(40_000)));
    world.put(
        OutboxKind.REPLIES,
        "shapeless",
        OutboxItems.envelope(MessageType.ACK, JsonObject.empty(), ann));
    assertThat(world.run().setAside()).isEqualTo(2);
    assertThat(world.peers().requests()).isEmpty();
  }

  @Test
  void contentWhoseSignatureDoesNotVerifyIsNotSent() throws Exception {
    JsonObject content = world.node().content(world.node().keys(), "Title", "Body");
    world.put(OutboxKind.CONTENT, "changed", content.with("title", "Another"));
    world.run();
    assertThat(world.peers().requests()).isEmpty();
    assertThat(world.log().getLast()).contains("not a signed piece of content");
  }

  @Test
  void recipientWithoutAnEndpointAnywhereIsSetAside() throws Exception {
    world.put(
        OutboxKind.REPLIES,
        "lost",
        World.directTo(ann, "hello")
            .without("_recipient_endpoint")
            .with("_recipient_key", TestKeys.eve().publicKey().toString()));
    assertThat(world.run().setAside()).isEqualTo(1);
    assertThat(world.log().getLast()).contains("_recipient_endpoint");
  }

  @Test
  void spoiltDeliveryStateIsSetAsideRatherThanSentToEverybodyAgain() throws Exception {
    JsonObject content = world.node().content(world.node().keys(), "Title", "Body");
    world.put(OutboxKind.CONTENT, "a", content.with("_recipients", "all"));
    world.put(
        OutboxKind.CONTENT,
        "b",
        content.with(
            "_recipients",
            JsonObject.builder().put(ann.publicKey().toString(), "delivered").build()));
    assertThat(world.run().setAside()).isEqualTo(2);
    assertThat(world.peers().requests()).isEmpty();
  }

  @Test
  void brokenRowOfThePeerTableIsReportedWhenContentGoesOut() throws Exception {
    String table = world.node().node().readText(world.node().home().peers()).orElseThrow();
    world
        .node()
        .node()
        .writeText(world.node().home().peers(), table + "| broken | nonsense | | | | | | | | |\n");
    world.content("essay");
    world.run();
    assertThat(world.log())
        .anySatisfy(line -> assertThat(line).contains("error: peers.md").contains("line "));
    assertThat(world.peers().kept()).hasSize(1);
  }

  @Test
  void failedItemIsRemovedAfterFourteenDaysAndNotBefore() throws Exception {
    world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(400)));
    world.run();
    assertThat(world.runAfter(Duration.ofDays(14)).idle()).isTrue();
    assertThat(world.failed()).containsExactly("hello");

    DeliveryResult result = world.runAfter(Duration.ofSeconds(1));

    assertThat(world.failed()).isEmpty();
    assertThat(result.removed()).isEqualTo(1);
    assertThat(result.idle()).isFalse();
    assertThat(world.log().getLast()).contains("removed failed/hello");
  }

  @Test
  void fileThatDoesNotSayWhenItFailedCountsFromTheDayItWasSeen() throws Exception {
    world
        .node()
        .node()
        .writeText(world.node().home().outbox().resolve("failed").resolve("odd.json"), "{");
    world.run();
    world.runAfter(Duration.ofDays(14));
    assertThat(world.failed()).containsExactly("odd");
    world.runAfter(Duration.ofSeconds(1));
    assertThat(world.failed()).isEmpty();
  }

  @Test
  void newFailureUnderAnOldNameIsKeptItsOwnTime() throws Exception {
    world
        .node()
        .node()
        .writeText(world.node().home().outbox().resolve("failed").resolve("hello.json"), "{}");
    world.run();
    world.node().clock().advance(Duration.ofDays(13));
    world
        .node()
        .node()
        .disk()
        .delete(world.node().home().outbox().resolve("failed").resolve("hello.json"));
    world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(400)));
    world.run();
    world.runAfter(Duration.ofDays(2));
    assertThat(world.failed()).containsExactly("hello");
  }
}
