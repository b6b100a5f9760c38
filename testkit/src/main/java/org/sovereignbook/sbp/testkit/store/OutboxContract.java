package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.json;
import static org.sovereignbook.sbp.testkit.store.Bench.reply;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;

/** Contract of the items to deliver. */
interface OutboxContract extends StoreUnderTest {

  @Test
  default void itemsComeByKindAndName() {
    OutboxId network = new OutboxId(OutboxKind.NETWORK, "a");
    OutboxId content = new OutboxId(OutboxKind.CONTENT, "z");
    for (OutboxId id : List.of(network, reply("b"), reply("a"), content)) {
      bench().commit(Outbox.put(id, json("of", id.toString())));
    }

    assertThat(store().outbox().pending())
        .containsExactly(content, reply("a"), reply("b"), network);
    assertThat(store().outbox().read(reply("a"))).contains(json("of", "replies/a"));
  }

  @Test
  default void anItemKeepsItsMembersInTheirOrderWithTheirValues() {
    JsonObject item =
        JsonObject.builder()
            .put("z", 9_007_199_254_740_991L)
            .put("a", new JsonArray(List.of(new JsonInteger(1), JsonNull.INSTANCE)))
            .put(
                "_m",
                JsonObject.builder().put("deep", true).put("empty", JsonObject.empty()).build())
            .put("b", "")
            .build();
    bench().commit(Outbox.put(reply("a"), item));

    assertThat(bench().reopened().outbox().read(reply("a")).map(JsonWriter::pretty))
        .contains(JsonWriter.pretty(item));
  }

  @Test
  default void puttingAnItemAgainReplacesIt() {
    bench().commit(Outbox.put(reply("a"), json("n", "1")));
    bench().commit(Outbox.put(reply("a"), json("n", "2")));

    assertThat(store().outbox().pending()).containsExactly(reply("a"));
    assertThat(store().outbox().read(reply("a"))).contains(json("n", "2"));
  }

  @Test
  default void theLastOfSeveralChangesOfAnItemInASetHolds() {
    bench().commit(Outbox.put(reply("a"), json("n", "1")), Outbox.put(reply("a"), json("n", "2")));

    assertThat(store().outbox().read(reply("a"))).contains(json("n", "2"));
  }

  @Test
  default void aFailedItemIsKeptWithItsReason() {
    bench().commit(Outbox.put(reply("a"), json("n", "1")));
    bench().commit(Outbox.fail(reply("a"), json("_last_error", "gone")));

    assertThat(store().outbox().pending()).isEmpty();
    assertThat(store().outbox().failed()).containsExactly("a");
    assertThat(store().outbox().readFailed("a")).contains(json("_last_error", "gone"));
    assertThat(store().outbox().readFailed("b")).isEmpty();

    bench().commit(Outbox.removeFailed("a"));
    assertThat(store().outbox().failed()).isEmpty();
  }

  @Test
  default void failedItemsOfTheSameNameAreBothKept() {
    bench().commit(Outbox.fail(reply("a"), json("n", "1")));
    bench()
        .commit(
            Outbox.fail(new OutboxId(OutboxKind.NETWORK, "a"), json("n", "2")),
            Outbox.fail(new OutboxId(OutboxKind.ENDORSEMENTS, "a"), json("n", "3")));

    assertThat(store().outbox().failed()).hasSize(3);
    assertThat(
            store().outbox().failed().stream()
                .map(name -> store().outbox().readFailed(name).orElseThrow()))
        .containsExactlyInAnyOrder(json("n", "1"), json("n", "2"), json("n", "3"));
  }

  @Test
  default void anItemThatIsSetAsideIsKeptAsItIs() {
    bench().commit(Outbox.put(reply("a"), json("n", "1")));
    bench().commit(Outbox.setAside(reply("a")));

    assertThat(store().outbox().pending()).isEmpty();
    assertThat(store().outbox().readFailed("a")).contains(json("n", "1"));
  }

  @Test
  default void removingAndSettingAsideWhatIsGoneDoesNothing() {
    bench()
        .commit(Outbox.remove(reply("a")), Outbox.setAside(reply("a")), Outbox.removeFailed("a"));

    assertThat(store().outbox().pending()).isEmpty();
    assertThat(store().outbox().failed()).isEmpty();
    assertThat(store().outbox().read(reply("a"))).isEmpty();
  }

  @Test
  default void aClaimGivesWhatWasAskedForInItsOrder() {
    bench()
        .commit(
            Outbox.put(reply("a"), json("n", "1")),
            Outbox.put(reply("b"), json("n", "2")),
            Outbox.put(reply("c"), json("n", "3")));

    try (Outbox.ItemLease claim = store().outbox().claim(List.of(reply("c"), reply("a")))) {
      assertThat(claim.ids()).containsExactly(reply("c"), reply("a"));
      bench().commit(Outbox.remove(reply("c")));
      bench().commit(Outbox.put(reply("a"), json("n", "4")));
    }
    try (Outbox.ItemLease again = store().outbox().claim(List.of(reply("a"), reply("b")))) {
      assertThat(again.ids()).containsExactly(reply("a"), reply("b"));
    }
    try (Outbox.ItemLease nothing = store().outbox().claim(List.of())) {
      assertThat(nothing.ids()).isEmpty();
    }
  }
}
