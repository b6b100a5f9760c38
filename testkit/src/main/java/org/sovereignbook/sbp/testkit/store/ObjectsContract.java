package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
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

  private JsonObject content(String author, String body) {
    return bench().content(author, body, Optional.empty());
  }

  private void store(Keyed kind, JsonObject object) {
    bench().commit(ObjectStore.put(kind, object));
  }
}
