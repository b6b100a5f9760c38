package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.json;
import static org.sovereignbook.sbp.testkit.store.Bench.reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Store;

/** Several processes on one store. */
interface SharingContract extends StoreUnderTest {

  @Test
  default void aHoldIsGrantedHeldAndGivenBack() {
    for (int i = 0; i < 3; i++) {
      Optional<Lease> hold = store().lease("reader");
      assertThat(hold).isPresent();
      assertThat(hold.get().isHeld()).isTrue();
      hold.get().close();
      hold.get().close();
    }
  }

  @Test
  default void holdsOfDifferentNamesDoNotConcernEachOther() {
    try (Lease reader = store().lease("reader").orElseThrow();
        Lease tick = store().lease("tick").orElseThrow()) {
      assertThat(reader.isHeld()).isTrue();
      assertThat(tick.isHeld()).isTrue();
    }
  }

  @Test
  default void aSharedStoreGrantsAHoldOnceUntilItIsGivenBackOrItsProcessEnds() {
    if (!isShared()) {
      return;
    }
    Store other = bench().another();
    try (Lease held = store().lease("reader").orElseThrow()) {
      assertThat(other.lease("reader")).isEmpty();
      assertThat(held.isHeld()).isTrue();
    }
    Lease theirs = other.lease("reader").orElseThrow();
    assertThat(store().lease("reader")).isEmpty();
    other.close();
    assertThat(theirs.isHeld()).isFalse();
    assertThat(store().lease("reader")).isPresent();
  }

  @Test
  default void aSharedStoreGivesAnItemToOneClaimAtATime() {
    if (!isShared()) {
      return;
    }
    put("a", "b", "c");
    Store other = bench().another();
    try (Outbox.ItemLease ours = store().outbox().claim(List.of(reply("a"), reply("b")))) {
      assertThat(ours.ids()).containsExactly(reply("a"), reply("b"));
      try (Outbox.ItemLease theirs =
          other.outbox().claim(List.of(reply("a"), reply("c"), reply("b")))) {
        assertThat(theirs.ids()).containsExactly(reply("c"));
      }
      bench().commit(Outbox.remove(reply("a")));
    }
    try (Outbox.ItemLease theirs = other.outbox().claim(List.of(reply("a"), reply("b")))) {
      assertThat(theirs.ids()).as("what still waits").containsExactly(reply("b"));
    }
  }

  @Test
  default void aSharedStoreFreesTheClaimsOfAProcessThatEnds() {
    if (!isShared()) {
      return;
    }
    put("a");
    Store other = bench().another();
    assertThat(other.outbox().claim(List.of(reply("a"))).ids()).hasSize(1);
    other.close();

    try (Outbox.ItemLease ours = store().outbox().claim(List.of(reply("a")))) {
      assertThat(ours.ids()).containsExactly(reply("a"));
    }
  }

  @Test
  default void manyProcessesWithASharedStoreWorkOffAnOutboxWithoutDoingAnythingTwice()
      throws Exception {
    if (!isShared()) {
      return;
    }
    String[] names = new String[60];
    for (int i = 0; i < names.length; i++) {
      names[i] = "item-%02d".formatted(i);
    }
    put(names);
    List<Store> processes = List.of(bench().another(), bench().another(), bench().another());
    List<OutboxId> done = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(processes.size())) {
      List<Future<List<OutboxId>>> results = new ArrayList<>();
      processes.forEach(process -> results.add(threads.submit(() -> workOff(process))));
      for (Future<List<OutboxId>> result : results) {
        done.addAll(result.get());
      }
    }
    Set<OutboxId> once = new TreeSet<>(done);
    assertThat(done).hasSize(60);
    assertThat(once).hasSize(60);
    assertThat(store().outbox().pending()).isEmpty();
  }

  private static List<OutboxId> workOff(Store store) {
    List<OutboxId> done = new ArrayList<>();
    for (List<OutboxId> pending = store.outbox().pending();
        !pending.isEmpty();
        pending = store.outbox().pending()) {
      List<OutboxId> wanted = pending.subList(0, Math.min(7, pending.size()));
      try (Outbox.ItemLease claim = store.outbox().claim(wanted)) {
        for (OutboxId id : claim.ids()) {
          if (store.outbox().read(id).isPresent()) {
            done.add(id);
            store.commit(new org.sovereignbook.sbp.store.ChangeSet().add(Outbox.remove(id)));
          }
        }
      }
    }
    return done;
  }

  private void put(String... names) {
    for (String name : names) {
      bench().commit(Outbox.put(reply(name), json("n", name)));
    }
  }
}
