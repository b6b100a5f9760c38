package org.sovereignbook.sbp.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.store.StoreException;

class SqliteDatabaseTest {
  @TempDir Path folder;

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
