package org.sovereignbook.sbp.authority.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.store.StoreException;

/** Error messages for a SQLite file that fails: the file and the remedy, in our words. */
class SqliteWordsTest {
  @TempDir Path folder;

  private static String failure(ThrowingCallable work) {
    String said = catchThrowableOfType(StoreException.class, work).getMessage();
    assertThat(said).doesNotContain("java", "SQLException", "SQLITE_", "null", "[");
    return said;
  }

  private static SqliteDatabase.Preparation after(String... statements) {
    return (connection, _) -> {
      try (Statement statement = connection.createStatement()) {
        for (String each : statements) {
          boolean _ = statement.execute(each);
        }
      }
    };
  }

  private static String writing(Path file, String... preparation) {
    try (Database database = SqliteDatabase.open(file, after(preparation))) {
      return failure(
          () ->
              database.write(
                  sql -> sql.update("INSERT INTO made (text) VALUES (?)", "x".repeat(100_000))));
    }
  }

  @Test
  void aFileThatIsNoDatabaseIsDamaged() throws IOException {
    Path file =
        Files.writeString(folder.resolve("a.db"), "no database, but some text\n".repeat(200));
    assertThat(failure(() -> SqliteDatabase.open(file, after("SELECT 1")).close()))
        .contains(file.toString(), "damaged", "sbp doctor");
  }

  @Test
  void aDatabaseWithADamagedPageIsDamaged() throws IOException {
    Path file = folder.resolve("a.db");
    try (Database database =
        SqliteDatabase.open(
            file,
            after(
                "PRAGMA journal_mode = DELETE",
                "CREATE TABLE made (text TEXT)",
                "INSERT INTO made VALUES (hex(randomblob(20000)))"))) {
      assertThat(database.fault()).isEmpty();
    }
    byte[] rubbish = "rubbish ".repeat(512).getBytes(StandardCharsets.UTF_8);
    byte[] all = Files.readAllBytes(file);
    System.arraycopy(rubbish, 0, all, 4096, rubbish.length);
    Path _ = Files.write(file, all, StandardOpenOption.TRUNCATE_EXISTING);
    try (Database database = SqliteDatabase.open(file, (_, _) -> {})) {
      assertThat(failure(() -> database.read(sql -> sql.texts("SELECT text FROM made"))))
          .contains(file.toString(), "damaged", "sbp doctor");
    }
  }

  @Test
  void aFileThatCannotBeOpenedOrWrittenNamesItsRights() throws IOException {
    Path taken = Files.createDirectory(folder.resolve("folder.db"));
    assertThat(failure(() -> SqliteDatabase.open(taken, after("SELECT 1")).close()))
        .contains(taken.toString(), "let this user write the file and its folder");
    // A file of another user; the superuser, who may run this test, may write each.
    assertThat(
            writing(
                folder.resolve("a.db"), "CREATE TABLE made (text TEXT)", "PRAGMA query_only = ON"))
        .contains("a.db", "let this user write the file and its folder");
    Path below = Files.writeString(folder.resolve("file"), "x").resolve("a.db");
    assertThat(failure(() -> SqliteDatabase.open(below, (_, _) -> {}).close()))
        .contains(below.toString(), "let this user write there");
  }

  @Test
  void aFullDiskAndALockAreNamed() throws SQLException {
    assertThat(
            writing(
                folder.resolve("full.db"),
                "CREATE TABLE made (text TEXT)",
                "PRAGMA max_page_count = 2"))
        .contains("full.db", "the disk is full");
    Path file = folder.resolve("locked.db");
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement holding = other.createStatement()) {
      for (String each :
          List.of(
              "PRAGMA journal_mode = WAL", "CREATE TABLE made (text TEXT)", "BEGIN IMMEDIATE")) {
        boolean _ = holding.execute(each);
      }
      assertThat(writing(file, "PRAGMA busy_timeout = 1"))
          .contains("locked.db", "another process keeps it locked", "sbp status");
    }
  }

  @Test
  void aClosedDatabaseIsNamed() {
    Path file = folder.resolve("a.db");
    Database database = SqliteDatabase.open(file, after("CREATE TABLE made (text TEXT)"));
    database.close();
    assertThat(failure(() -> database.read(sql -> sql.texts("SELECT text FROM made"))))
        .contains(file.toString());
  }
}
