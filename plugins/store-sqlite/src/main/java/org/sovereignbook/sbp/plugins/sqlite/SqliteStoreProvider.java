package org.sovereignbook.sbp.plugins.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.pf4j.Extension;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.plugins.sql.Sharing;
import org.sovereignbook.sbp.plugins.sql.SqlStore;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreProvider;

/**
 * The store {@code sqlite}: one file, {@code store.sqlite.file}, by default {@code
 * runtime/store.sqlite} in the node directory. For one machine, with any number of processes.
 */
@Extension
public final class SqliteStoreProvider implements StoreProvider {
  private static final Setting<String> FILE =
      Setting.text(
          "file",
          "runtime/store.sqlite",
          "the database, relative to the node directory; on a local disk, not on a network file"
              + " system");

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String description() {
    return "all state in one SQLite file of this machine";
  }

  @Override
  public Settings settings() {
    return Settings.of(FILE);
  }

  @Override
  public Store open(Node node) {
    Config section = node.config().section("store.sqlite");
    Path file = node.home().root().resolve(section.get(FILE)).normalize();
    if (Files.notExists(file)) {
      Optional<String> lost = node.made().missing(NodeThing.STORE, name());
      if (lost.isPresent()) {
        throw new StoreException(lost.get());
      }
    }
    SqliteDatabase database =
        SqliteDatabase.open(file, SqliteDatabase.on(node.disk(), SqliteSchema::update));
    return SqlStore.open(node, database, Sharing.NONE);
  }
}
