package org.sovereignbook.sbp.authority.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Provider of the file {@code runtime/society/society.db} of the node, for the processes of one
 * machine.
 */
public final class SqliteLedgerProvider implements LedgerProvider {
  /** Name of the provider that is used when the node's store has no database of its own. */
  public static final String NAME = "sqlite";

  private static final String NOT_FOR_GIT =
      "# A database under way, and private; for git there is: sbp society export\n*\n";

  /** First bytes of every SQLite file (its documented format). */
  private static final String MAGIC = "SQLite format 3\0";

  /** End of the name of the file that SQLite has beside an open database. */
  private static final String SHARED = "-shm";

  private static final int HEADER_BYTES = 100;
  private static final int VERSION_AT = 60;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean mayExist(Node node) {
    return Files.exists(node.home().society())
        || node.made().has(NodeThing.SOCIETY, MadeThings.HERE);
  }

  @Override
  public Database open(Node node) {
    Path file = node.home().society();
    if (Files.notExists(file)) {
      Optional<String> lost = node.made().missing(NodeThing.SOCIETY);
      if (lost.isPresent()) {
        throw new StoreException(lost.get());
      }
      make(file);
    }
    return SqliteDatabase.openForMany(
        file, SqliteDatabase.on(node.disk(), (connection, _) -> eraseForGood(connection)));
  }

  /**
   * Returns a problem that the file's header shows, without opening the database, since each {@code
   * status} calls this; none while somebody has the database open. This process could have it open,
   * and closing the file here would end the locks of its own SQLite (sqlite.org, How To Corrupt,
   * §2.2).
   */
  public Optional<String> problem(Node node) {
    Path file = node.home().society();
    if (Files.notExists(file) || Files.exists(file.resolveSibling(file.getFileName() + SHARED))) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] header = in.readNBytes(HEADER_BYTES);
      if (header.length == 0) {
        return Optional.empty();
      }
      boolean isWhole =
          header.length == HEADER_BYTES
              && new String(header, 0, MAGIC.length(), StandardCharsets.US_ASCII).equals(MAGIC);
      if (!isWhole) {
        return Optional.of(file + " is damaged: it is no SQLite database");
      }
      int version = ByteBuffer.wrap(header).getInt(VERSION_AT);
      return version > Schema.NEWEST
          ? Optional.of(String.valueOf(Schema.newer(file.toString(), version).getMessage()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of(file + " cannot be read (" + FileWords.of(e) + ")");
    }
  }

  private static void make(Path file) {
    Path folder = file.resolveSibling("");
    try {
      OwnerOnly.makeFolder(folder);
      Path _ = Files.createFile(file, OwnerOnly.file(folder));
      Path _ = Files.writeString(folder.resolve(".gitignore"), NOT_FOR_GIT);
    } catch (FileAlreadyExistsException e) {
      // Another process is creating it now; an empty file is an empty database.
    } catch (IOException e) {
      throw new StoreException("cannot make " + file + "; let this user write there", e);
    }
  }

  /** Makes SQLite overwrite erased content. */
  private static void eraseForGood(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean _ = statement.execute("PRAGMA secure_delete = ON");
    }
  }
}
