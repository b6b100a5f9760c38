package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.DiscoveryQueue.Candidate;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class DiscoveryQueueTest {
  private static final Timestamp NOW = Timestamp.parse("2026-03-17T12:00:00Z");
  private static final Endpoint SOMEWHERE = Endpoint.parse("https://somewhere.example.com");
  private static final KeyPair RECOMMENDER = TestKeys.alice();

  @TempDir Path folder;

  @Test
  void whatTheReaderSavesNetworkReads() {
    Node node = TestNode.in(folder).node();
    DiscoveryQueue queue = DiscoveryQueue.load(new FileStore(node));

    DiscoveryQueue more = recommend(queue, TestKeys.bob(), TestKeys.eve());
    new FileStore(node).commit(new ChangeSet().add(more.save()));

    assertThat(DiscoveryQueue.load(new FileStore(node))).isEqualTo(more);
    assertThat(DiscoveryQueue.load(new FileStore(node)).candidates())
        .containsExactly(
            new Candidate(TestKeys.bob().publicKey(), SOMEWHERE),
            new Candidate(TestKeys.eve().publicKey(), SOMEWHERE));
  }

  @Test
  void aCandidateThatWaitsIsNotQueuedAgain() {
    DiscoveryQueue queue = recommend(new DiscoveryQueue(List.of()), TestKeys.bob());

    assertThat(recommend(queue, TestKeys.bob(), TestKeys.bob())).isEqualTo(queue);
  }

  @Test
  void aFullQueueTakesNothingMore() {
    DiscoveryQueue full =
        new DiscoveryQueue(
            IntStream.range(0, DiscoveryQueue.MAX_CANDIDATES + 1)
                .mapToObj(i -> ByteBuffer.allocate(PublicKey.BYTES).putInt(i).array())
                .map(key -> new Candidate(PublicKey.of(key), SOMEWHERE))
                .map(DiscoveryQueueTest::waiting)
                .toList());

    assertThat(recommend(full, TestKeys.bob())).isEqualTo(full);
  }

  @Test
  void aCandidateLeavesWhenItIsSettledOrHasFailedOftenEnough() {
    Candidate bob = new Candidate(TestKeys.bob().publicKey(), SOMEWHERE);
    Candidate eve = new Candidate(TestKeys.eve().publicKey(), SOMEWHERE);
    DiscoveryQueue queue = recommend(new DiscoveryQueue(List.of()), TestKeys.bob(), TestKeys.eve());

    DiscoveryQueue once = queue.after(List.of(bob), List.of(eve), 2);

    assertThat(once.candidates()).containsExactly(eve);
    assertThat(once.after(List.of(), List.of(), 2)).isEqualTo(once);
    assertThat(once.after(List.of(), List.of(eve), 2).entries()).isEmpty();
  }

  @Test
  void aDamagedFileOrEntryIsNoCandidate() {
    Node node = TestNode.in(folder).node();
    node.writeText(node.home().operational().resolve("discovery-queue.json"), "{torn");
    assertThat(DiscoveryQueue.load(new FileStore(node)).entries()).isEmpty();

    node.writeJson(
        node.home().operational().resolve("discovery-queue.json"),
        JsonObject.builder().put("candidates", JsonArray.ofStrings(List.of("no object"))).build());
    assertThat(DiscoveryQueue.load(new FileStore(node)).entries()).isEmpty();

    JsonObject broken =
        JsonObject.builder()
            .put("public_key", TestKeys.bob().publicKey().toString())
            .put("endpoint", "nowhere")
            .build();
    node.writeJson(
        node.home().operational().resolve("discovery-queue.json"),
        JsonObject.builder().put("candidates", JsonArray.of(broken)).build());
    assertThat(DiscoveryQueue.load(new FileStore(node)).candidates()).isEmpty();
  }

  private static DiscoveryQueue.QueuedKey waiting(Candidate candidate) {
    return new DiscoveryQueue.QueuedKey(
        candidate, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static DiscoveryQueue recommend(DiscoveryQueue queue, KeyPair... peers) {
    List<Payload.Candidate> recommended =
        List.of(peers).stream()
            .map(keys -> new Payload.Candidate(keys.publicKey(), SOMEWHERE, Optional.empty()))
            .toList();
    return queue.with(recommended, RECOMMENDER.publicKey(), key -> false, NOW);
  }
}
