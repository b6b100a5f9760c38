package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/** Envelopes that are accepted together: each for itself, as if it had come alone. */
interface BatchContract extends StoreUnderTest {
  int MANY = 150;
  int FEW = 3;

  @Test
  default void eachEnvelopeOfABatchHasItsReceiptAndIsThereForEverybody() {
    List<InboxId> ids =
        store().inbox().acceptAll(offered(MANY)).stream().map(one -> one.get().id()).toList();

    assertThat(ids).doesNotHaveDuplicates().hasSize(MANY);
    Store other = bench().reopened();
    assertThat(other.inbox().pending()).containsExactlyInAnyOrderElementsOf(ids);
    for (int i = 0; i < MANY; i++) {
      assertThat(other.inbox().read(ids.get(i)).orElseThrow()).isEqualTo(envelope(i));
    }
  }

  @Test
  default void whatFailsForOneOfABatchIsItsOwn() {
    List<ItemResult<Store.Receipt>> results =
        store()
            .createAll(
                Inbox.WAITING,
                List.of(
                    entry(0, () -> "first"),
                    entry(
                        1,
                        () -> {
                          throw new IllegalStateException("no name");
                        }),
                    entry(2, () -> "third")));

    assertThat(results.get(0).get()).isEqualTo(new Store.Receipt("first", false));
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> results.get(1).get());
    assertThat(results.get(2).get().key()).isEqualTo("third");
    assertThat(store().keys(Inbox.WAITING)).containsExactly("first", "third");
  }

  @Test
  default void oneOfABatchWhoseNameIsTakenHasTheNext() {
    store().put(Inbox.WAITING, "taken", bytes("before"));
    Iterator<String> names = List.of("taken", "same", "free").iterator();

    List<ItemResult<Store.Receipt>> results =
        store().createAll(Inbox.WAITING, List.of(entry(0, () -> "same"), entry(1, names::next)));

    assertThat(results).extracting(one -> one.get().key()).containsExactly("same", "free");
    assertThat(store().read(Inbox.WAITING, "taken").orElseThrow()).isEqualTo(bytes("before"));
    assertThat(store().read(Inbox.WAITING, "free").orElseThrow()).isEqualTo(envelope(1));
  }

  @Test
  default void ofABatchASharedStoreKnowsWhatAnotherServerHasAccepted() {
    if (!isShared()) {
      return;
    }
    Inbox.Receipt before = bench().another().inbox().accept(hash(1), envelope(1), Bench.NOON);

    List<ItemResult<Inbox.Receipt>> results = store().inbox().acceptAll(offered(FEW));

    assertThat(results.get(1).get()).isEqualTo(new Inbox.Receipt(before.id(), true));
    assertThat(results.get(2).get().repeated()).isFalse();
    assertThat(store().inbox().pending()).hasSize(FEW);
  }

  @Test
  default void aProcessThatDiesWhileItAcceptsABatchLeavesWholeEnvelopes(@TempDir Path folder) {
    int deaths = 0;
    for (CrashingDisk.Moment moment : CrashingDisk.Moment.values()) {
      boolean died = true;
      for (int at = 0; died; at++) {
        int here = at;
        died =
            dies(
                folder.resolve(moment + "-" + at),
                one ->
                    Optional.of(
                        opened(one.nodeOn(new CrashingDisk(one.node().disk(), here, moment)))));
        deaths += died ? 1 : 0;
      }
    }
    boolean died = true;
    for (int at = 0; died; at++) {
      int here = at;
      died = dies(folder.resolve("write-" + at), one -> dying(one.node(), here));
      deaths += died ? 1 : 0;
    }
    // A store that several nodes share writes and commits in a process of its own.
    assertThat(deaths > 0 || isShared()).as("deaths").isTrue();
  }

  private boolean dies(Path folder, Function<Bench, Optional<Store>> dying) {
    try (Bench one = freshBench(folder)) {
      one.store().close();
      boolean died = false;
      List<InboxId> answered = List.of();
      Optional<Store> mortal = Optional.empty();
      try {
        mortal = dying.apply(one);
        answered =
            mortal.stream()
                .flatMap(store -> store.inbox().acceptAll(offered(FEW)).stream())
                .map(result -> result.get().id())
                .toList();
      } catch (SimulatedCrash e) {
        died = true;
      }
      CommitContract.closeDead(mortal);
      Store after = one.reopened();
      boolean _ = after.recover();
      List<InboxId> there = after.inbox().pending();
      assertThat(there).containsAll(answered).hasSizeLessThanOrEqualTo(FEW);
      assertThat(there)
          .allSatisfy(
              id ->
                  assertThat(new String(after.inbox().read(id).get(), StandardCharsets.UTF_8))
                      .matches("envelope [0-2] " + "x".repeat(100)));
      return died;
    }
  }

  private static List<Inbox.Offered> offered(int many) {
    return IntStream.range(0, many)
        .mapToObj(i -> new Inbox.Offered(hash(i), envelope(i), Bench.NOON))
        .toList();
  }

  private static Store.NewEntry entry(int number, Supplier<String> keys) {
    return new Store.NewEntry(
        keys, envelope(number), new Store.Mark(hash(number).toString(), Bench.NOON));
  }

  private static byte[] envelope(int number) {
    return bytes("envelope " + number + " " + "x".repeat(100));
  }

  private static ContentHash hash(int number) {
    return ContentHash.ofBytes(envelope(number));
  }
}
