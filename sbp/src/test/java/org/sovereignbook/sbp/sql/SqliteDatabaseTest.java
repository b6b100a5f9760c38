package org.sovereignbook.sbp.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;

class SqliteDatabaseTest {
  @TempDir Path folder;

  @Test
  void isSyncedAtEachCommitOnANodesDiskAndNotOnOneThatIsNotItself() {
    assertThat(synchronous(new LocalDisk())).as("FULL").isEqualTo(2);
    assertThat(synchronous(LocalDisk.unsynced())).as("OFF").isZero();
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
