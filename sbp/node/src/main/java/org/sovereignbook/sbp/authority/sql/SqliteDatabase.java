package org.sovereignbook.sbp.authority.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.store.StoreException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite file with a write-ahead log, synced at every commit. Several processes of one machine may
 * have it open: readers never wait, writers wait for each other. Within a process all threads share
 * one connection. Thread-safe.
 */
public final class SqliteDatabase implements Database {
  /** Time that a writer waits for writers of other processes. */
  private static final int BUSY_TIMEOUT_MILLIS = 30_000;

  /** Pause before the next attempt to open a file that another process or thread is preparing. */
  private static final int REFUSED_AGAIN_MILLIS = 5;

  private static final long CHECKED_BYTES = 1L << 30;

  private static final int MAX_IDLE_STATEMENTS = 200;

  private static final int ALONE_TIMEOUT_MILLIS = 500;

  /** Bits of SQLite's extended error codes that have the primary code. */
  private static final int PRIMARY_CODE_BITS = 0xff;

  private final Path file;
  private final Connection connection;
  private final WriterQueue writers;
  private final IdleStatements idle = new IdleStatements(MAX_IDLE_STATEMENTS);
  private final OwnChanges changes = new OwnChanges();
  private final ReentrantLock lock = new ReentrantLock();

  /** Identity of the opened file, to detect another file with its name. */
  private final Optional<Object> identity;

  private SqliteDatabase(Path file, Connection connection, WriterQueue writers) {
    this.file = file;
    this.identity = identity(file);
    this.connection = connection;
    this.writers = writers;
  }

  /** Creates or updates the tables of a file that was just opened; may leave auto-commit off. */
  @FunctionalInterface
  public interface Preparation {
    void prepare(Connection connection, Path file) throws SQLException;
  }

  /**
   * Returns the preparation of a file that is as durable as the node's other files on this disk.
   */
  public static Preparation on(Disk disk, Preparation preparation) {
    return disk.isDurable()
        ? preparation
        : (connection, file) -> {
          try (Statement statement = connection.createStatement()) {
            boolean _ = statement.execute("PRAGMA synchronous = OFF");
          }
          preparation.prepare(connection, file);
        };
  }

  /** Opens the file, creating it when missing, and prepares its tables. */
  public static SqliteDatabase open(Path file, Preparation preparation) {
    return open(file, preparation, WriterQueue::none);
  }

  /**
   * Opens a file that many processes write: they take turns by an additional empty file beside it.
   */
  public static SqliteDatabase openForMany(Path file, Preparation preparation) {
    return open(file, preparation, () -> WriterQueue.beside(file));
  }

  private interface QueueOpening {
    WriterQueue open() throws IOException;
  }

  /** Driver of all connections, loaded once in a process. */
  private static final class Driver {
    private static final boolean IS_LOADED = load();

    static boolean isLoaded() {
      return IS_LOADED;
    }

    private static boolean load() {
      NativeLibrary.prepare();
      try {
        return config().getTransactionMode() != null && SQLiteJDBCLoader.initialize();
      } catch (Exception e) {
        // Opening the file will report the cause.
        return false;
      }
    }
  }

  /** Loading of the driver on another thread, begun once in a process. */
  private static final class EarlyLoading {
    private static final Thread THREAD = Thread.ofPlatform().daemon().start(Driver::isLoaded);

    static boolean begin() {
      return THREAD.isDaemon();
    }
  }

  /**
   * Loads the driver on another thread, because a file will be opened soon and loading takes long.
   */
  public static void expect() {
    boolean _ = EarlyLoading.begin();
  }

  private static SqliteDatabase open(Path file, Preparation preparation, QueueOpening writers) {
    boolean _ = Driver.isLoaded();
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Connection connection = connect(file);
      try {
        preparation.prepare(connection, file);
        connection.setAutoCommit(true);
        return new SqliteDatabase(file, connection, writers.open());
      } catch (SQLException | IOException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw failure(file, e);
    } catch (IOException e) {
      throw new StoreException(
          "cannot make the folder of "
              + file
              + " ("
              + FileWords.of(e)
              + "); make it, and let this user write there",
          e);
    }
  }

  /**
   * Opens the connection. Switching a file to a write-ahead log needs exclusive access, and SQLite
   * does not let two processes that want it wait for each other: all but one fail at once, and
   * succeed soon after.
   */
  private static Connection connect(Path file) throws SQLException {
    long began = System.nanoTime();
    while (true) {
      try {
        return config().createConnection("jdbc:sqlite:" + file);
      } catch (SQLException e) {
        boolean isInTime =
            System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(BUSY_TIMEOUT_MILLIS);
        if (code(e) != SQLiteErrorCode.SQLITE_BUSY || !isInTime) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(REFUSED_AGAIN_MILLIS));
      }
    }
  }

  private static Optional<Object> identity(Path file) {
    try {
      return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean isInPlace() {
    return identity.isPresent() && identity.equals(identity(file));
  }

  @Override
  public String location() {
    return file.toString();
  }

  @Override
  public <T> T read(Work<T> work) {
    lock.lock();
    try {
      return work.run(new Sql(connection, Dialect.SQLITE, idle, Optional.of(changes)));
    } catch (SQLException e) {
      throw failure(file, e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    return read(sql -> transaction(sql, "BEGIN DEFERRED", work));
  }

  @Override
  public <T> T write(Work<T> work) {
    return asWriter(sql -> transaction(sql, "BEGIN IMMEDIATE", work));
  }

  private <T> T asWriter(Work<T> work) {
    lock.lock();
    try (WriterQueue.WriterLock _ = writers.take()) {
      return read(work);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs the work between statements of its own. The driver would begin the next transaction with
   * each commit, which waits for other writers once more, and would take a transaction that could
   * not begin for a running one.
   */
  private static <T> T transaction(Sql sql, String begin, Work<T> work) throws SQLException {
    sql.script(begin);
    try {
      T result = work.run(sql);
      sql.script("COMMIT");
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      undo(() -> sql.script("ROLLBACK"), e);
      throw e;
    }
  }

  /** Skips the check of a huge file, which would take minutes; opening it finds the rest. */
  @Override
  public Optional<String> fault() {
    return read(
        sql ->
            number(sql, "page_count") * number(sql, "page_size") > CHECKED_BYTES
                ? Optional.<String>empty()
                : sql.first("PRAGMA quick_check(1)", row -> row.text(1))
                    .filter(text -> !text.equals("ok"))
                    .map(text -> file + " is damaged: " + text));
  }

  @Override
  public boolean isAlone() {
    lock.lock();
    try (Statement statement = connection.createStatement()) {
      try {
        // Switches the write-ahead log off and on, which needs exclusive access.
        return statement.execute("PRAGMA busy_timeout = " + ALONE_TIMEOUT_MILLIS)
            && statement.execute("PRAGMA journal_mode = DELETE")
            && statement.execute("PRAGMA journal_mode = WAL");
      } catch (SQLException e) {
        return false;
      } finally {
        boolean _ = statement.execute("PRAGMA busy_timeout = " + BUSY_TIMEOUT_MILLIS);
      }
    } catch (SQLException e) {
      throw failure(file, e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void shrink(int freePercent, long freeBytes) {
    asWriter(
        sql -> {
          long free = number(sql, "freelist_count");
          boolean worthIt =
              free * 100 >= number(sql, "page_count") * freePercent
                  && free * number(sql, "page_size") >= freeBytes;
          return worthIt && sql.update("VACUUM") > 0;
        });
  }

  private static long number(Sql sql, String pragma) {
    return sql.number("PRAGMA " + pragma);
  }

  /** Moves the write-ahead log into the file, unless a reader still uses an earlier state. */
  @Override
  public void forget() {
    boolean _ = this.<Boolean>asWriter(sql -> sql.exists("PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  @Override
  public void close() {
    lock.lock();
    try (writers) {
      connection.close();
    } catch (SQLException e) {
      throw failure(file, e);
    } finally {
      lock.unlock();
    }
  }

  private interface Undoing {
    void run() throws SQLException;
  }

  /** Rolls back; on a full disk SQLite has done so itself and there is nothing to undo. */
  private static void undo(Undoing how, Throwable reason) {
    try {
      how.run();
    } catch (SQLException | SqlFailure e) {
      reason.addSuppressed(e);
    }
  }

  /** Returns the configuration of connections; public for tests that open a file beside this. */
  public static SQLiteConfig config() {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    // The program never reads generated keys, and the driver would query them after each insert.
    config.setGetGeneratedKeys(false);
    // Matches write(): a transaction that begins with a read could not become a writer beside
    // another.
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    return config;
  }

  private static StoreException failure(Path file, SQLException cause) {
    return new StoreException("the database " + file + " failed: " + remedy(cause), cause);
  }

  private static SQLiteErrorCode code(SQLException cause) {
    return SQLiteErrorCode.getErrorCode(cause.getErrorCode() & PRIMARY_CODE_BITS);
  }

  private static String remedy(SQLException cause) {
    return switch (code(cause)) {
      case SQLITE_BUSY ->
          "another process keeps it locked; run this again, or see what runs: sbp status";
      case SQLITE_FULL -> "the disk is full; free some space and run this again";
      case SQLITE_IOERR -> "the disk is full or broken; free some space, then run: sbp doctor";
      case SQLITE_CORRUPT, SQLITE_NOTADB ->
          "it is damaged; move it away and put a backup in its place: sbp doctor";
      case SQLITE_READONLY, SQLITE_CANTOPEN -> "let this user write the file and its folder";
      // The driver's own, which have no code of SQLite.
      case SQLITE_OK, UNKNOWN_ERROR -> "it is closed, or was not understood; run this again";
      default -> "SQLite answered " + code(cause).name() + "; see docs/storage.md";
    };
  }
}
