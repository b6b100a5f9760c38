package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.inboxId;
import static org.sovereignbook.sbp.testkit.store.Bench.json;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/** The documents that components keep, and the envelopes that were seen. */
interface StateContract extends StoreUnderTest {

  @Test
  default void everyDocumentIsMissingAtFirstAndItsOwnAfterwards() {
    for (Keyed document : StateDocument.ALL) {
      assertThat(store().state(document)).isEmpty();
      bench().commit(document.write(json("is", document.name())));
    }

    Store again = bench().reopened();
    for (Keyed document : StateDocument.ALL) {
      assertThat(again.state(document)).contains(json("is", document.name()));
    }
  }

  @Test
  default void aDocumentKeepsItsMembersInTheirOrderWithTheirValues() {
    JsonObject document =
        JsonObject.builder()
            .put("z", JsonNull.INSTANCE)
            .put("a", new JsonDecimal(new java.math.BigDecimal("0.10")))
            .put("n", -9_007_199_254_740_991L)
            .put("o", JsonObject.builder().put("y", true).put("b", "x").build())
            .build();
    store().writeState(StateDocument.SCHEDULER, document);

    assertThat(bench().reopened().state(StateDocument.SCHEDULER).map(JsonWriter::pretty))
        .contains(JsonWriter.pretty(document));
  }

  @Test
  default void aWriteReplacesTheWholeDocumentForEverybody() {
    store().writeState(StateDocument.RATE_LIMITS, json("a", "1"));
    store().writeState(StateDocument.RATE_LIMITS, json("b", "2"));

    assertThat(bench().another().state(StateDocument.RATE_LIMITS)).contains(json("b", "2"));
  }

  @Test
  default void documentsAreWrittenBesideACommit() throws Exception {
    Store server = bench().another();
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<?> writing =
          thread.submit(
              () -> {
                for (int i = 0; i < 30; i++) {
                  server.writeState(StateDocument.RATE_LIMITS, json("n", "" + i));
                }
              });
      for (int i = 0; i < 30; i++) {
        store().commit(new ChangeSet().add(StateDocument.NETWORK.write(json("n", "" + i))));
      }
      writing.get();
    }

    assertThat(store().state(StateDocument.RATE_LIMITS)).contains(json("n", "29"));
    assertThat(store().state(StateDocument.NETWORK)).contains(json("n", "29"));
  }

  @Test
  default void envelopesAreRememberedAsLongAsTheyCanBeSentAgain() {
    ContentHash one = ContentHash.ofBytes(bytes("one"));
    ContentHash two = ContentHash.ofBytes(bytes("two"));
    bench().commit(SeenEnvelopes.see(one, inboxId("first")));
    bench().advance(Duration.ofDays(1));
    bench().commit(SeenEnvelopes.see(two, inboxId("second")));
    bench().advance(SeenEnvelopes.KEPT.minusDays(1).minusSeconds(1));
    see("three");

    assertThat(store().seenEnvelopes().isRepeated(one, inboxId("first"))).isFalse();
    assertThat(store().seenEnvelopes().isRepeated(one, inboxId("again"))).isTrue();

    bench().advance(Duration.ofHours(23));
    see("four");
    assertThat(bench().reopened().seenEnvelopes().find(one)).as("a day late at most").isEmpty();
    assertThat(store().seenEnvelopes().find(two)).isPresent();
  }

  @Test
  default void theFirstEntryOfAnEnvelopeStays() {
    ContentHash one = ContentHash.ofBytes(bytes("one"));
    bench().commit(SeenEnvelopes.see(one, inboxId("first")));
    bench().advance(Duration.ofHours(1));
    bench().commit(SeenEnvelopes.see(one, inboxId("second")));

    assertThat(store().seenEnvelopes().find(one)).contains(inboxId("first"));
  }

  private void see(String name) {
    bench().commit(SeenEnvelopes.see(ContentHash.ofBytes(bytes(name)), inboxId(name)));
  }
}
