package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestKeys;

/** The reader passes a piece on to those who follow this node (AGENT.md, sharing). */
class ReshareTest {
  private static final KeyPair DAN = TestKeys.named("dan");

  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceCarolAndDanFollowUs() {
    node = ReaderNode.in(folder);
    follows("Alice", ALICE, ReaderNode.ALICE_AT, TrustState.TRUSTED);
    follows("Carol", CAROL, ReaderNode.CAROL_AT, TrustState.KNOWN);
    follows("Dan", DAN, Endpoint.parse("https://dan.example.com"), TrustState.KNOWN);
  }

  private void follows(String name, KeyPair keys, Endpoint at, TrustState trust) {
    node.test().put(node.test().addPeer(name, keys, at, trust).withSubscriber(true));
  }

  @Test
  void thePieceGoesOnAsItsAuthorSignedItToAllWhoHaveNotGotIt() {
    JsonObject piece = node.content(ALICE, "Worth it");
    InboxId id = node.share(CAROL, piece);

    assertThat(node.judge(reshare(id)).executed()).isEqualTo(1);

    JsonObject item = only();
    assertThat(OutboxItems.withoutMetadata(item)).isEqualTo(piece);
    assertThat(recipients(item))
        .as("neither the author nor who sent it")
        .containsExactly(DAN.publicKey().toString());
    assertThat(node.session())
        .anyMatch(line -> line.contains("reshare") && line.contains("title=\"Worth it\""));
  }

  @Test
  void aFollowerThatIsAcceptedInTheSameFileGetsThePieceWhateverStandsFirst() {
    node.test().put(node.peer(DAN).withSubscriber(false));
    InboxId piece = node.share(CAROL, node.content(ALICE, "Worth it"));
    InboxId request =
        node.receive(
            DAN,
            Endpoint.parse("https://dan.example.com"),
            MessageType.SUBSCRIBE,
            JsonObject.empty());

    PostprocessResult result =
        node.judge(reshare(piece), ReaderNode.decision(request, "accept_subscribe"));

    assertThat(result.executed()).isEqualTo(2);
    assertThat(recipients(only())).containsExactly(DAN.publicKey().toString());
  }

  @Test
  void aFollowerThatIsBlockedInTheSameFileDoesNotGetThePiece() {
    InboxId piece = node.share(CAROL, node.content(ALICE, "Worth it"));
    InboxId message =
        node.receive(
            DAN,
            Endpoint.parse("https://dan.example.com"),
            MessageType.DIRECT,
            JsonObject.builder().put("body", "no").build());

    node.judge(
        reshare(piece), ReaderNode.decision(message, "update_trust").with("new_trust", "blocked"));

    assertThat(node.outbox(OutboxKind.CONTENT)).isEmpty();
  }

  @Test
  void nobodyGetsAPieceTwice() {
    JsonObject piece = node.content(EVE, "Worth it");
    node.judge(reshare(node.share(ALICE, piece)));
    node.later();
    Reshares later = new Reshares(node.store(), node.node().now());

    assertThat(later.without(content(piece), node.store().peers().peers()))
        .as("Alice sent it, Carol and Dan were sent it")
        .isEmpty();
  }

  @Test
  void noPieceOfABlockedAuthorGoesOn() {
    InboxId id = node.share(ALICE, node.content(EVE, "Before"));
    node.pre();
    node.test().addPeer("Eve", EVE, ReaderNode.EVE_AT, TrustState.BLOCKED);
    node.decide(reshare(id));

    assertThat(node.post().refused()).isEqualTo(1);
    assertThat(node.outbox(OutboxKind.CONTENT)).isEmpty();
  }

  @Test
  void ourOwnPieceIsNotReshared() {
    InboxId id = node.direct(ALICE, "nice", java.util.Optional.of(node.publish("Ours")));

    assertThat(node.judge(reshare(id)).refused()).isEqualTo(1);
    assertThat(node.outbox(OutboxKind.CONTENT)).isEmpty();
  }

  @Test
  void aFloodOfDecisionsIsNoFloodOfShares() {
    List<InboxId> ids =
        java.util.stream.IntStream.range(0, 8)
            .mapToObj(i -> node.share(ALICE, node.content(ALICE, "Piece " + i)))
            .toList();

    PostprocessResult result =
        node.judge(ids.stream().map(ReshareTest::reshare).toArray(JsonObject[]::new));

    assertThat(result.executed()).isEqualTo(5);
    assertThat(node.outbox(OutboxKind.CONTENT)).hasSize(5);
    assertThat(node.ops()).anyMatch(line -> line.contains("reader.max_reshares_per_day"));
  }

  private static org.sovereignbook.sbp.base.protocol.Content content(JsonObject piece) {
    return org.sovereignbook.sbp.base.protocol.Content.parse(piece).toOptional().orElseThrow();
  }

  private static JsonObject reshare(InboxId id) {
    return ReaderNode.decision(id, "reshare");
  }

  private JsonObject only() {
    List<JsonObject> items = node.outbox(OutboxKind.CONTENT);
    assertThat(items).hasSize(1);
    return items.getFirst();
  }

  private static Set<String> recipients(JsonObject item) {
    return item.object(OutboxItems.RECIPIENTS).orElseThrow().members().keySet();
  }

  @Test
  void aPieceThatNobodyElseWantsIsNoError() {
    node.test().put(node.peer(CAROL).withSubscriber(false));
    node.test().put(node.peer(DAN).withSubscriber(false));
    JsonObject piece = node.content(EVE, "For nobody");

    PostprocessResult result = node.judge(reshare(node.share(ALICE, piece)));

    assertThat(result.refused()).isZero();
    assertThat(node.outbox(OutboxKind.CONTENT)).isEmpty();
    assertThat(node.session()).anyMatch(line -> line.contains("recipients=0"));
    assertThat(ContentHash.of(piece)).isNotNull();
  }
}
