package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

@Tag("trial")
@ExtendWith(PostgresServer.class)
class WorkersTest {
  @TempDir private Path folder;

  private PostgresServer.Database database;
  private String schema;
  private Node node;
  private Store first;
  private Store second;

  @BeforeEach
  void openTwoStoresOfOneNode(PostgresServer.Database server) {
    database = server;
    schema = server.newSchema();
    node = TestHome.make(folder.resolve("bob"), server.config(schema));
    first = open();
    second = open();
  }

  @AfterEach
  void closeThem() {
    first.close();
    second.close();
  }

  @Test
  void anItemIsClaimedByOneOfTwo() {
    List<OutboxId> ids = queue(3);
    Outbox.ItemLease mine = first.outbox().claim(ids.subList(0, 2));
    assertThat(mine.ids()).isEqualTo(ids.subList(0, 2));
    assertThat(second.outbox().claim(ids).ids()).containsExactly(ids.get(2));
  }

  @Test
  void whatIsGivenBackIsFreeAgain() {
    List<OutboxId> ids = queue(2);
    first.outbox().claim(ids).close();
    assertThat(second.outbox().claim(ids).ids()).isEqualTo(ids);
  }

  @Test
  void claimsAndHoldsEndWithTheStore() {
    List<OutboxId> ids = queue(2);
    assertThat(first.outbox().claim(ids).ids()).isEqualTo(ids);
    assertThat(first.lease("reader")).isPresent();
    first.close();
    assertThat(second.outbox().claim(ids).ids()).isEqualTo(ids);
    assertThat(second.lease("reader")).isPresent();
  }

  @Test
  void whatIsGoneIsNotClaimed() {
    List<OutboxId> ids = queue(2);
    first.commit(new ChangeSet().add(Outbox.remove(ids.getFirst())));
    assertThat(second.outbox().claim(ids).ids()).containsExactly(ids.get(1));
  }

  @Test
  void aComponentIsHeldByOneOfTwo() {
    Optional<Lease> mine = first.lease("reader");
    assertThat(mine).isPresent();
    assertThat(mine.get().isHeld()).isTrue();
    assertThat(second.lease("reader")).isEmpty();
    assertThat(second.lease("author")).isPresent();
    mine.get().close();
    assertThat(second.lease("reader")).isPresent();
  }

  @Test
  void ofManyAtOnceExactlyOneGetsTheHold() throws Exception {
    List<Store> stores = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<Lease>>> tries = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Store store = open();
        stores.add(store);
        Callable<Optional<Lease>> hold = () -> store.lease("network");
        tries.add(threads.submit(hold));
      }
      int held = 0;
      for (Future<Optional<Lease>> one : tries) {
        held += one.get().isPresent() ? 1 : 0;
      }
      assertThat(held).isEqualTo(1);
    } finally {
      stores.forEach(Store::close);
    }
  }

  @Test
  void theDeadHoldAndClaimNothing() throws SQLException {
    List<OutboxId> ids = queue(2);
    assertThat(first.outbox().claim(ids).ids()).isEqualTo(ids);
    Lease hold = first.lease("reader").orElseThrow();
    killIdleTransactions();
    assertThat(hold.isHeld()).isFalse();
    assertThat(second.lease("reader")).isPresent();
    assertThat(second.outbox().claim(ids).ids()).isEqualTo(ids);
  }

  @Test
  void whoWasTakenForDeadCommitsNothingMore() throws SQLException {
    List<OutboxId> ids = queue(1);
    Outbox.ItemLease claim = first.outbox().claim(ids);
    killIdleTransactions();
    assertThat(second.outbox().claim(ids).ids()).isEqualTo(ids);
    ChangeSet late = new ChangeSet().add(Outbox.remove(ids.getFirst()));
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> first.commit(late))
        .withMessageContaining("run this again");
    assertThat(second.outbox().pending()).isEqualTo(ids);
    assertThatExceptionOfType(StoreException.class)
        .as("a second life, while the first one's claim is open")
        .isThrownBy(() -> first.lease("reader"));
    claim.close();
    assertThat(first.lease("reader")).as("a new life").isPresent();
    first.commit(late);
    assertThat(second.outbox().pending()).isEmpty();
  }

  @Test
  void whoIsDeadAndHasNoHeirMayStillCommit() throws SQLException {
    List<OutboxId> ids = queue(1);
    assertThat(first.outbox().claim(ids).ids()).isEqualTo(ids);
    killIdleTransactions();
    first.commit(new ChangeSet().add(Outbox.remove(ids.getFirst())));
    assertThat(second.outbox().pending()).isEmpty();
  }

  /** As when a process is killed: the database sees the end of its connection. */
  private void killIdleTransactions() throws SQLException {
    database.execute(
        """
        SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE state = 'idle in transaction' AND pid IN (
          SELECT l.pid FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
            JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = '%s')
        """
            .formatted(schema));
  }

  private List<OutboxId> queue(int items) {
    List<OutboxId> ids = new ArrayList<>();
    ChangeSet changes = new ChangeSet();
    for (int i = 0; i < items; i++) {
      OutboxId id = new OutboxId(OutboxKind.REPLIES, "item-" + i);
      ids.add(id);
      changes.add(Outbox.put(id, JsonObject.builder().put("n", i).build()));
    }
    first.commit(changes);
    return ids;
  }

  private Store open() {
    return new PostgresStoreProvider(Map.of()).open(node);
  }
}
