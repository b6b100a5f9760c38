package org.sovereignbook.sbp.authority.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.EmptySociety;
import org.sovereignbook.sbp.testing.TestNode;

class SqliteLedgerProviderTest {
  @TempDir private Path folder;

  private final SqliteLedgerProvider provider = new SqliteLedgerProvider();
  private Node node;

  @BeforeEach
  void aSociety() {
    node = TestNode.in(folder).node();
    EmptySociety.putInto(node);
  }

  @Test
  void aFileThatIsNoDatabaseIsAProblem() throws Exception {
    assertThat(provider.problem(node)).isEmpty();

    Path _ = Files.writeString(node.home().society(), "no database");

    assertThat(provider.problem(node)).hasValueSatisfying(it -> assertThat(it).contains("damaged"));
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc/locks")
  void aLookAtTheFileEndsNoLockOfTheOpenDatabase() throws Exception {
    try (Database open = provider.open(node)) {
      assertThat(open.<Boolean>read(sql -> sql.exists("SELECT 1"))).isTrue();
      List<String> held = locks(node.home().society());

      var _ = provider.problem(node);

      assertThat(locks(node.home().society())).isNotEmpty().isEqualTo(held);
    }
  }

  /** Returns the locks that this process has on a file; closing any stream of it ends them all. */
  private static List<String> locks(Path file) throws IOException {
    String mine = " " + ProcessHandle.current().pid() + " ";
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .filter(line -> line.contains(mine) && line.contains(inode))
        .map(line -> line.substring(line.indexOf(' ')))
        .toList();
  }
}
