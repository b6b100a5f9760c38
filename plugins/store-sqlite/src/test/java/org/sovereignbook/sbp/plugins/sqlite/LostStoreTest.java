package org.sovereignbook.sbp.plugins.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.Stores;

/** A database that a node had made and that is missing. */
class LostStoreTest {
  private static final Stores SQLITE = (node, name) -> new SqliteStoreProvider();

  @Test
  void itIsNotMadeAgainBeforeItsLossIsAccepted(@TempDir Path folder) {
    Node node =
        new Node(
            new NodeHome(folder),
            LocalDisk.unsynced(),
            () -> Instant.parse("2026-06-01T12:00:00Z"),
            new SecureRandom());
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.empty().with("store", JsonObject.empty().with("backend", "sqlite")));
    node.made().look();
    SQLITE.open(node).close();
    Path database = node.home().runtime().resolve("store.sqlite");
    node.disk().delete(database);

    assertThatThrownBy(() -> SQLITE.open(node))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("sbp lost --accept store");
    assertThat(database).doesNotExist();

    node.made().accept(NodeThing.STORE);
    SQLITE.open(node).close();
    assertThat(database).exists();
  }
}
