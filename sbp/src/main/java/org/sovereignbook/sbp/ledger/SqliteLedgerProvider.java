package org.sovereignbook.sbp.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.sql.Database;
import org.sovereignbook.sbp.sql.SqliteDatabase;
import org.sovereignbook.sbp.store.StoreException;

/** The file {@code runtime/society/society.db} of the node, for the processes of one machine. */
public final class SqliteLedgerProvider implements LedgerProvider {
  /** What is taken where the node's store brings no database of its own. */
  public static final String NAME = "sqlite";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean mayExist(Node node) {
    return Files.exists(node.home().society());
  }

  @Override
  public Database open(Node node) {
    Path file = node.home().society();
    try {
      OwnerOnly.makeFolder(file.resolveSibling(""));
    } catch (IOException e) {
      throw new StoreException(
          "cannot make the folder of " + file + "; let this user write there", e);
    }
    return SqliteDatabase.open(file);
  }
}
