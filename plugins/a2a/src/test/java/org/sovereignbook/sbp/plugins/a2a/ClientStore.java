package org.sovereignbook.sbp.plugins.a2a;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * Where the society of a node is that gives work to agents of others.
 *
 * @param config the section {@code store} of its configuration
 * @param pack puts the plugins into a folder that its programs need
 * @param open opens its database in this process
 */
public record ClientStore(
    Optional<JsonObject> config, Consumer<Path> pack, Function<Node, Database> open) {
  /** In SQLite, which the program brings along. */
  static ClientStore sqlite() {
    return new ClientStore(Optional.empty(), _ -> {}, new SqliteLedgerProvider()::open);
  }

  /** Lets the node in a folder use it, which has just been made. */
  void configure(Path home) {
    Node node = node(home);
    JsonObject made = node.readJson(node.home().schedulerConfig()).orElseThrow();
    config.ifPresent(
        store -> node.writeJson(node.home().schedulerConfig(), made.with("store", store)));
  }

  /** Returns the folder of the plugins beside a node's, which is made and filled once. */
  Path plugins(Path home) {
    Path plugins = home.resolveSibling("plugins");
    try {
      if (!Files.exists(plugins)) {
        Files.createDirectories(plugins);
        pack.accept(plugins);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return plugins;
  }

  /** Opens the society of a node. */
  Ledger ledger(Path home) {
    Node node = node(home);
    return Ledger.open(node, open.apply(node));
  }

  /** Returns the node in a folder, on the machine's clock. */
  static Node node(Path home) {
    return new Node(
        new NodeHome(home), LocalDisk.unsynced(), InstantSource.system(), new SecureRandom());
  }
}
