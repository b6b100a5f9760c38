package org.sovereignbook.sbp.ledger;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.sql.Database;
import org.sovereignbook.sbp.sql.SqliteDatabase;
import org.sovereignbook.sbp.store.StoreException;

/** The file {@code runtime/society/society.db} of the node, for the processes of one machine. */
public final class SqliteLedgerProvider implements LedgerProvider {
  /** What is taken where the node's store brings no database of its own. */
  public static final String NAME = "sqlite";

  private static final String NOT_FOR_GIT =
      "# A database under way, and private; for git there is: sbp society export\n*\n";

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
    if (Files.notExists(file)) {
      make(file);
    }
    return SqliteDatabase.openForMany(
        file, SqliteDatabase.on(node.disk(), (connection, _) -> eraseForGood(connection)));
  }

  private static void make(Path file) {
    Path folder = file.resolveSibling("");
    try {
      OwnerOnly.makeFolder(folder);
      Path _ = Files.createFile(file, OwnerOnly.file(folder));
      Path _ = Files.writeString(folder.resolve(".gitignore"), NOT_FOR_GIT);
    } catch (FileAlreadyExistsException e) {
      // Another process makes it in this moment; an empty file is an empty database.
    } catch (IOException e) {
      throw new StoreException("cannot make " + file + "; let this user write there", e);
    }
  }

  /** What is erased is overwritten, not only forgotten. */
  private static void eraseForGood(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean _ = statement.execute("PRAGMA secure_delete = ON");
    }
  }
}
