package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endorsement.Target;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ObjectStore;

/** Signed objects and their indexes. */
interface ObjectsContract extends StoreUnderTest {

  @Test
  default void anObjectIsKeptAsItWasSignedUnderItsHash() {
    JsonObject object = content("alice", "text").with("unknown", "member");
    store(ObjectStore.CONTENT_RECEIVED, object);
    ContentHash hash = ContentHash.of(object);

    assertThat(bench().reopened().objects().find(ObjectStore.CONTENT_RECEIVED, hash))
        .map(JsonWriter::pretty)
        .contains(JsonWriter.pretty(object));
    assertThat(store().objects().find(ObjectStore.CONTENT_CREATED, hash)).isEmpty();
  }

  @Test
  default void hashesAreSortedAndAnObjectIsThereOnce() {
    for (int i = 0; i < 20; i++) {
      store(ObjectStore.CONTENT_RECEIVED, content("alice", "text " + i));
      store(ObjectStore.CONTENT_RECEIVED, content("alice", "text " + i));
    }

    List<ContentHash> hashes = store().objects().hashes(ObjectStore.CONTENT_RECEIVED);
    assertThat(hashes).hasSize(20).isSorted();
    assertThat(store().objects().count(ObjectStore.CONTENT_RECEIVED)).isEqualTo(20);
    assertThat(store().objects().count(ObjectStore.ENDORSEMENTS_RECEIVED)).isZero();
  }

  @Test
  default void onlyWhatWasReceivedIsSeen() {
    JsonObject received = content("alice", "theirs");
    JsonObject created = content("me", "ours");
    store(ObjectStore.CONTENT_RECEIVED, received);
    store(ObjectStore.CONTENT_CREATED, created);

    assertThat(store().objects().isSeen(ContentHash.of(received))).isTrue();
    assertThat(store().objects().isSeen(ContentHash.of(created))).isFalse();
  }

  @Test
  default void repliesAreFoundByWhatTheyAnswerBeforeAndAfterIndexesAreRebuilt() {
    JsonObject parent = content("me", "ours");
    Optional<ContentHash> to = Optional.of(ContentHash.of(parent));
    JsonObject one = bench().content("alice", "first", to);
    JsonObject two = bench().content("bob", "second", to);
    store(ObjectStore.CONTENT_CREATED, parent);
    store(ObjectStore.CONTENT_RECEIVED, one);
    store(ObjectStore.CONTENT_RECEIVED, two);
    store(ObjectStore.CONTENT_RECEIVED, two);

    List<ContentHash> replies = store().objects().replies(to.get());
    assertThat(replies)
        .containsExactlyInAnyOrder(ContentHash.of(one), ContentHash.of(two))
        .isSorted();
    assertThat(store().objects().replies(ContentHash.of(one))).isEmpty();

    store().objects().rebuildIndexes();
    assertThat(store().objects().replies(to.get())).isEqualTo(replies);
    assertThat(store().objects().isSeen(ContentHash.of(one))).isTrue();
    assertThat(store().objects().isSeen(ContentHash.of(parent))).isFalse();
  }

  @Test
  default void contentIsListedByItsTimeBeforeAndAfterIndexesAreRebuilt() {
    JsonObject first = content("alice", "first");
    store(ObjectStore.CONTENT_RECEIVED, first);
    store(ObjectStore.CONTENT_CREATED, content("me", "ours"));
    bench().advance(Duration.ofMinutes(1));
    JsonObject second = content("alice", "second");
    store(ObjectStore.CONTENT_RECEIVED, second);

    for (int i = 0; i < 2; i++) {
      assertThat(store().objects().newestFirst(ObjectStore.CONTENT_RECEIVED))
          .extracting(ObjectStore.Dated::hash)
          .containsExactly(ContentHash.of(second), ContentHash.of(first));
      assertThat(store().objects().newestFirst(ObjectStore.CONTENT_CREATED)).hasSize(1);
      store().objects().rebuildIndexes();
    }
  }

  @Test
  default void contentThatNoIndexKnowsIsListedAllTheSame() {
    store(ObjectStore.CONTENT_RECEIVED, content("alice", "first"));
    bench().commit(new Change.Fill(ObjectStore.BY_TIME, new TreeMap<>()));

    assertThat(store().objects().newestFirst(ObjectStore.CONTENT_RECEIVED)).hasSize(1);
  }

  @Test
  default void endorsementsAreFoundByThePieceTheyEndorse() {
    ContentHash piece = ContentHash.of(content("alice", "praised"));
    store(ObjectStore.ENDORSEMENTS_RECEIVED, endorsement("bob", new Target.OfContent(piece)));
    store(ObjectStore.ENDORSEMENTS_CREATED, endorsement("me", new Target.OfContent(piece)));
    store(
        ObjectStore.ENDORSEMENTS_RECEIVED,
        endorsement("bob", new Target.OfIdentity(Bench.keys("alice").publicKey())));

    for (int i = 0; i < 2; i++) {
      List<ContentHash> hashes =
          store()
              .objects()
              .byParent(ObjectStore.ENDORSED)
              .getOrDefault(piece.toString(), List.of());
      assertThat(store().objects().endorsements(hashes))
          .extracting(Endorsement::endorserKey)
          .containsExactlyInAnyOrder(Bench.keys("me").publicKey(), Bench.keys("bob").publicKey());
      store().objects().rebuildIndexes();
    }
  }

  private JsonObject endorsement(String by, Target target) {
    return Endorsement.sign(
        Endorsement.build(
            Bench.keys(by).publicKey(),
            Endpoint.parse("https://peer.example.com"),
            target,
            Optional.empty(),
            Optional.of("worth it"),
            bench().now()),
        Bench.keys(by));
  }

  private JsonObject content(String author, String body) {
    return bench().content(author, body, Optional.empty());
  }

  private void store(Keyed kind, JsonObject object) {
    bench().commit(ObjectStore.put(kind, object));
  }
}
