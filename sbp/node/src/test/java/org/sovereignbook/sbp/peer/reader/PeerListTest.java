package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.BOB;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.testing.TestKeys;

/** peer-list fills the discovery queue, and cannot overfill it (CHOICES 7). */
class PeerListTest {
  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsKnown() {
    node = ReaderNode.knowingAlice(folder, TrustState.KNOWN);
  }

  @Test
  void newPeersAreQueuedWithWhoRecommendedThem() {
    recommend(ALICE, candidate(EVE));

    assertThat(node.pre().idle()).isTrue();

    JsonObject queued = queue().getFirst();
    assertThat(queued.members().sequencedKeySet())
        .containsExactly("public_key", "endpoint", "name", "recommended_by", "added_at");
    assertThat(queued.string("public_key")).contains(EVE.publicKey().toString());
    assertThat(queued.string("recommended_by")).contains(ALICE.publicKey().toString());
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void knownPeersOurselvesAndThoseInTheQueueAreNotQueued() {
    recommend(ALICE, candidate(ALICE), candidate(BOB), candidate(CAROL));
    recommend(EVE, candidate(EVE), candidate(CAROL));

    node.pre();

    assertThat(queue()).hasSize(1);
  }

  @Test
  void oneMessageAddsAtMostTwenty() {
    recommend(ALICE, strangers("a", 50));
    recommend(EVE, strangers("b", 50));

    node.pre();

    assertThat(queue()).hasSize(2 * DiscoveryQueue.MAX_CANDIDATES_PER_MESSAGE);
  }

  @Test
  void theQueueNeverGrowsBeyondItsLimit() {
    List<JsonObject> waiting = List.of(strangers("w", DiscoveryQueue.MAX_CANDIDATES - 1));
    node.node()
        .writeJson(
            node.test().home().operational().resolve("discovery-queue.json"),
            JsonObject.builder().put("candidates", JsonArray.of(waiting)).build());
    recommend(ALICE, strangers("c", 20));

    node.pre();

    assertThat(queue()).hasSize(DiscoveryQueue.MAX_CANDIDATES);
  }

  @Test
  void aDamagedQueueStartsAnew() {
    node.node().writeText(node.test().home().operational().resolve("discovery-queue.json"), "[");
    recommend(ALICE, candidate(EVE));

    node.pre();

    assertThat(queue()).hasSize(1);
  }

  private void recommend(KeyPair sender, JsonObject... candidates) {
    node.receive(
        sender,
        ReaderNode.at(sender),
        MessageType.PEER_LIST,
        JsonObject.builder().put("peers", JsonArray.of(candidates)).build());
  }

  private static JsonObject[] strangers(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> candidate(TestKeys.named(prefix + i)))
        .toArray(JsonObject[]::new);
  }

  private static JsonObject candidate(KeyPair keys) {
    return JsonObject.builder()
        .put("public_key", keys.publicKey().toString())
        .put("endpoint", "https://somewhere.example.com")
        .put("name", "Somebody")
        .build();
  }

  private List<JsonObject> queue() {
    return node.node()
        .readJson(node.test().home().operational().resolve("discovery-queue.json"))
        .flatMap(json -> json.array("candidates"))
        .map(JsonArray::objects)
        .orElse(List.of());
  }
}
