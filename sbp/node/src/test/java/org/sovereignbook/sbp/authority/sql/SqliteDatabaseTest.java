package org.sovereignbook.sbp.authority.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.store.StoreException;

class SqliteDatabaseTest {
  @TempDir Path folder;

  @Test
  void noStatementTakesAValueFromItsEarlierUse() {
    try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("values.db"), (_, _) -> {})) {
      String query = "SELECT ? || ?";
      assertThat(database.<List<String>>read(sql -> sql.texts(query, "a", "b")))
          .containsExactly("ab");

      assertThatThrownBy(() -> database.<List<String>>read(sql -> sql.texts(query, "c")))
          .hasMessageContaining("missing");
      assertThat(database.<List<String>>read(sql -> sql.texts(query, "c", "d")))
          .containsExactly("cd");
    }
  }

  @Test
  void isSyncedAtEachCommitOnANodesDiskAndNotOnOneThatIsNotItself() {
    assertThat(synchronous(new LocalDisk())).as("FULL").isEqualTo(2);
    assertThat(synchronous(LocalDisk.unsynced())).as("OFF").isZero();
  }

  @Test
  void whoOpensAFileThatAnotherOneIsMakingWaitsForIt() throws Exception {
    Path file = folder.resolve("new.db");
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (Connection maker = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement making = maker.createStatement()) {
      making.execute("BEGIN");
      making.execute("CREATE TABLE made (number INTEGER)");
      // It has read, wants to write, and neither gives way.
      Future<Long> opened = threads.submit(() -> count(file));
      assertThatThrownBy(() -> opened.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      making.execute("COMMIT");
      assertThat(opened.get(1, TimeUnit.MINUTES)).isZero();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whatIsWrittenAfterAWriterWasRefusedHappensWhollyOrNotAtAll() throws Exception {
    Path file = folder.resolve("busy.db");
    try (Database database = SqliteDatabase.open(file, (_, _) -> {});
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement writing = other.createStatement()) {
      writing.execute("CREATE TABLE made (number INTEGER)");
      assertThat(database.<Boolean>read(sql -> sql.exists("PRAGMA busy_timeout = 1"))).isTrue();
      writing.execute("BEGIN IMMEDIATE");
      assertThatThrownBy(() -> database.write(sql -> sql.update("INSERT INTO made VALUES (1)")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("keeps it locked");
      writing.execute("COMMIT");

      assertThatThrownBy(
              () ->
                  database.write(
                      sql -> {
                        int _ = sql.update("INSERT INTO made VALUES (2)");
                        throw new IllegalStateException("in the middle");
                      }))
          .hasMessage("in the middle");
      assertThat(count(database)).isZero();
      int _ = database.<Integer>write(sql -> sql.update("INSERT INTO made VALUES (3)"));
      assertThat(count(database)).isEqualTo(1);
    }
  }

  /**
   * More than there are processors for virtual threads: if they waited in SQLite, none would be
   * left for the one that they wait for, and after half a minute all would be refused.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writersOnVirtualThreadsLeaveRoomForTheOneThatTheyWaitFor(boolean areInterrupted)
      throws Exception {
    Path file = folder.resolve("many.db");
    int writers = 2 * Runtime.getRuntime().availableProcessors() + 2;
    int each = 10;
    try (Database database = SqliteDatabase.open(file, (_, _) -> {})) {
      database.write(
          sql -> {
            sql.script("CREATE TABLE made (number INTEGER)");
            return true;
          });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        all.add(
            threads.submit(
                () -> {
                  if (areInterrupted) {
                    Thread.currentThread().interrupt();
                  }
                  write(file, each);
                  assertThat(Thread.currentThread().isInterrupted()).isEqualTo(areInterrupted);
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(count(file)).isEqualTo((long) writers * each);
  }

  private static void write(Path file, int times) {
    try (Database database = SqliteDatabase.openForMany(file, (_, _) -> {})) {
      for (int i = 0; i < times; i++) {
        int _ =
            database.<Integer>write(
                sql -> {
                  // As whoever reads a file, or waits for a lock, in the middle.
                  boolean isInterrupted = Thread.interrupted();
                  LockSupport.parkNanos(1);
                  if (isInterrupted) {
                    Thread.currentThread().interrupt();
                  }
                  return sql.update("INSERT INTO made VALUES (1)");
                });
      }
    }
  }

  private static long count(Path file) {
    try (Database database = SqliteDatabase.open(file, (_, _) -> {})) {
      return count(database);
    }
  }

  private static long count(Database database) {
    return database.<Long>read(
        sql -> sql.first("SELECT COUNT(*) FROM made", row -> row.number(1)).orElseThrow());
  }

  private long synchronous(Disk disk) {
    Path file = folder.resolve(disk.isDurable() + ".db");
    try (Database database =
        SqliteDatabase.open(file, SqliteDatabase.on(disk, (connection, _) -> {}))) {
      return database.<Long>read(
          sql -> sql.first("PRAGMA synchronous", row -> row.number(1)).orElseThrow());
    }
  }
}
