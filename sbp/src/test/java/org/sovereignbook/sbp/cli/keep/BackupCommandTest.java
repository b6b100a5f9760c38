package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.testing.DeafPort;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp backup} and {@code sbp restore}; what is in a backup is tested in store.copy. */
class BackupCommandTest {
  @TempDir Path folder;
  private CliTest cli;
  private DeafPort port;

  @BeforeEach
  void makeNode() throws IOException {
    cli = CliTest.in(folder);
    port = new DeafPort();
    assertThat(cli.run("init", "n", "--local", "--port", "" + port.number()).exit())
        .isEqualTo(ExitCode.DONE);
  }

  @AfterEach
  void freePort() throws IOException {
    port.close();
  }

  @Test
  void aNodeComesBackFromItsBackupAndIsWell() {
    CliTest.Ran made = cli.run("backup", "--home", "n", "one.zip", "--with-keys", "--json");
    assertThat(made.exit()).isEqualTo(ExitCode.DONE);
    assertThat(made.json().bool("with_keys")).contains(true);
    assertThat(cli.run("restore", "--check", "one.zip").out()).contains("whole");

    CliTest.Ran restored = cli.run("restore", "one.zip", "again", "--json");

    assertThat(restored.exit()).isEqualTo(ExitCode.DONE);
    assertThat(restored.json().integer("files")).hasValue(made.json().integer("files").getAsLong());
    assertThat(cli.run("doctor", "--home", "again", "--json").json().integer("failed")).hasValue(0);
  }

  @Test
  void theSocietyIsInItWholeWhileOthersWorkWithIt() {
    Node node = Node.at(folder.resolve("n"));
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      ledger.run(tx -> tx.keep(Subject.task("t1"), "title", "tides"));
      assertThat(cli.run("backup", "--home", "n", "one.zip").exit()).isEqualTo(ExitCode.DONE);
      ledger.run(tx -> tx.keep(Subject.task("t2"), "title", "later"));
    }
    cli.run("restore", "one.zip", "again");

    Node restored = Node.at(folder.resolve("again"));
    try (Ledger ledger = Ledger.open(restored, new SqliteLedgerProvider().open(restored))) {
      assertThat(
              ledger.<List<String>>read(
                  tx -> tx.list("SELECT text FROM content", row -> row.text(1))))
          .containsExactly("tides");
    }
    assertThat(restored.home().society().resolveSibling("society.db-wal")).doesNotExist();
  }

  @Test
  void whatAFormerStoreHasLeftIsToldAndNotInTheBackup() throws IOException {
    Path runtime = folder.resolve("n/runtime");
    Files.createDirectories(runtime.resolve("store-set-aside-2026-03-17T120000Z/messages"));
    Files.writeString(
        runtime.resolve("store-set-aside-2026-03-17T120000Z/messages/m.json"), "erased since");
    Files.createDirectories(runtime.resolve("society"));
    Files.writeString(runtime.resolve("society/society-set-aside-2026-03-17T120000Z.db"), "old");
    assertThat(cli.run("doctor", "--home", "n").out())
        .contains("2 copies of a former store", "maintenance_config.set_aside_keep_days", "rm -r");

    cli.run("backup", "--home", "n", "one.zip");
    cli.run("restore", "one.zip", "again");

    try (var all = Files.walk(folder.resolve("again"))) {
      assertThat(all).noneMatch(path -> path.toString().contains("set-aside-"));
    }
  }

  @Test
  void theTrailOfARestoredNodeIsSealedFromItsFirstMoment() {
    cli.run("agent", "register", "helper", "--home", "n");
    cli.run("backup", "--home", "n", "one.zip", "--with-keys");
    cli.run("restore", "one.zip", "again");

    assertThat(folder.resolve("again/runtime/operational/audit-ends.txt")).exists();
    assertThat(cli.run("audit", "verify", "--home", "again").out()).contains("intact");
    assertThat(cli.run("lost", "--home", "again").out()).contains("nothing was lost");
  }

  @Test
  void withoutTheKeysItSaysWhereTheyBelong() {
    cli.run("backup", "--home", "n", "one.zip");

    assertThat(cli.run("restore", "one.zip", "again").out())
        .contains("cp SAFE/*keypair.json runtime/identity/");
    CliTest.Ran doctor = cli.run("doctor", "--home", "again", "--json");
    assertThat(
            doctor.json().array("checks").orElseThrow().objects().stream()
                .filter(check -> check.string("verdict").orElseThrow().equals("fail"))
                .map(check -> check.string("check").orElseThrow()))
        .containsExactly("keys");
  }

  @Test
  void whileAStepRunsNoBackupIsMade() {
    TestNode node = TestNode.in(folder.resolve("other"));
    try (ExclusiveStore _ =
        ExclusiveStore.open(node.node(), TestNode.FILES, "reader", Optional.empty())) {
      CliTest.Ran ran = cli.run("backup", "--home", "other", "one.zip");

      assertThat(ran.exit()).isEqualTo(ExitCode.BUSY);
      assertThat(folder.resolve("one.zip")).doesNotExist();
    }
  }

  @Test
  void aStoreThatIsNotHereLeavesARestoredNodeWithFiles() {
    cli.run("backup", "--home", "n", "one.zip");

    CliTest.Ran ran = cli.run("restore", "one.zip", "again", "--to", "nowhere");

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err()).contains("with its state in files", "sbp store migrate --to nowhere");
    JsonObject store = cli.run("store", "--home", "again", "--json").json();
    assertThat(store.string("store")).contains("files");
  }

  @Test
  void whatIsNoBackupIsRefused() {
    assertThat(cli.run("restore", "nowhere.zip", "again").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(folder.resolve("again")).doesNotExist();
  }
}
