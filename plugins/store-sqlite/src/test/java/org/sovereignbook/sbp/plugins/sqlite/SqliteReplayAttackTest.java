package org.sovereignbook.sbp.plugins.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.sql.Sharing;
import org.sovereignbook.sbp.plugins.sql.SqlStore;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/** A full disk and a busy file, while strangers make the replay memory grow. */
@Tag("attack")
class SqliteReplayAttackTest {
  private static final Instant NOON = Instant.parse("2026-03-17T12:00:00Z");

  @TempDir private Path folder;
  private final AtomicReference<Instant> clock = new AtomicReference<>(NOON);
  private Node node;
  private Path file;

  @BeforeEach
  void makeNode() {
    Node made = TestHome.make(folder.resolve("bob"));
    node = new Node(made.home(), made.disk(), clock::get, made.random());
    file = node.home().runtime().resolve("store.sqlite");
  }

  @Test
  void onAFullDiskACommitFailsWholeAndWhatIsOverMakesRoom() {
    SqliteDatabase database =
        SqliteDatabase.open(file, SqliteDatabase.on(node.disk(), SqliteSchema::update));
    try (Store store = SqlStore.open(node, database, Sharing.NONE)) {
      see(store, 0, 2_000);
      long pages = pragma(database, "page_count");
      pragma(database, "max_page_count = " + pages);

      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> see(store, 2_000, 4_000))
          .withMessageContaining("the disk is full; free some space");
      assertThat(store.count(SeenEnvelopes.ENVELOPES)).isEqualTo(2_000);
      assertThat(store.seenEnvelopes().find(hash(1_999))).isPresent();
      assertThat(store.seenEnvelopes().find(hash(2_000))).isEmpty();

      clock.set(NOON.plus(SeenEnvelopes.KEPT).plusSeconds(1));
      see(store, 4_000, 5_500);
      assertThat(store.entries(SeenEnvelopes.ENVELOPES)).hasSize(1_500);
      assertThat(pragma(database, "page_count")).isLessThanOrEqualTo(pages);
    }
  }

  @Test
  void ofABatchOnAFullDiskWhatFitsIsAccepted() {
    SqliteDatabase database =
        SqliteDatabase.open(file, SqliteDatabase.on(node.disk(), SqliteSchema::update));
    try (Store store = SqlStore.open(node, database, Sharing.NONE)) {
      pragma(database, "max_page_count = " + (pragma(database, "page_count") + 4));

      List<ItemResult<Inbox.Receipt>> results =
          store.inbox().acceptAll(List.of(offered(0, 100), offered(1, 1 << 20), offered(2, 100)));

      assertThat(results.get(0).failure()).isEmpty();
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> results.get(1).get())
          .withMessageContaining("the disk is full; free some space");
      assertThat(results.get(2).get().repeated()).isFalse();
      assertThat(store.inbox().pending())
          .containsExactlyInAnyOrder(results.get(0).get().id(), results.get(2).get().id());
      assertThat(store.inbox().acceptAll(List.of(offered(1, 200))).getFirst().get().repeated())
          .as("what was refused is not remembered")
          .isFalse();
    }
  }

  private static Inbox.Offered offered(int number, int bytes) {
    return new Inbox.Offered(hash(number), new byte[bytes], NOON);
  }

  @Test
  void whileAnotherProcessWritesAReplayIsKnown() throws Exception {
    try (Store store = new SqliteStoreProvider().open(node)) {
      see(store, 0, 10);
      try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
          Statement statement = other.createStatement()) {
        statement.execute("BEGIN EXCLUSIVE");
        for (int i = 0; i < 10; i++) {
          assertThat(store.seenEnvelopes().find(hash(i))).isPresent();
        }
        statement.execute("ROLLBACK");
      }
      see(store, 10, 11);
      assertThat(store.count(SeenEnvelopes.ENVELOPES)).isEqualTo(11);
    }
  }

  private static long pragma(SqliteDatabase database, String what) {
    return database.read(sql -> sql.first("PRAGMA " + what, row -> row.number(1)).orElseThrow());
  }

  private static void see(Store store, int from, int to) {
    ChangeSet changes = new ChangeSet();
    for (int i = from; i < to; i++) {
      changes.add(SeenEnvelopes.see(hash(i), new InboxId("n-" + i)));
    }
    store.commit(changes);
  }

  private static ContentHash hash(int number) {
    return ContentHash.ofBytes(Integer.toString(number).getBytes(StandardCharsets.UTF_8));
  }
}
