package org.sovereignbook.sbp.plugins.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * Where the nodes of a test keep everything.
 *
 * @param config the section {@code store} of a node's configuration, one for each
 * @param pack puts the plugins into a folder that the programs need
 * @param database opens the society of a node in this process
 * @param store opens the store of a node in this process
 */
public record RelayStore(
    Supplier<Optional<JsonObject>> config,
    Consumer<Path> pack,
    Function<Node, Database> database,
    Function<Node, Store> store) {

  /** In files and in SQLite, which the program brings along. */
  static RelayStore files() {
    return new RelayStore(
        Optional::empty, _ -> {}, new SqliteLedgerProvider()::open, FileStore::new);
  }

  /** Lets a node use it that has just been made, and returns its program. */
  CliTest configured(Path home) {
    Node node = Node.at(home);
    JsonObject made = node.readJson(node.home().schedulerConfig()).orElseThrow();
    config
        .get()
        .ifPresent(own -> node.writeJson(node.home().schedulerConfig(), made.with("store", own)));
    return CliTest.in(home)
        .inRealTime()
        .with("SBP_BUNDLED_PLUGINS", plugins(home.resolveSibling("plugins")).toString());
  }

  private Path plugins(Path folder) {
    try {
      if (!Files.exists(folder)) {
        Files.createDirectories(folder);
        pack.accept(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }
}
