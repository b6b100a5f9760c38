package org.sovereignbook.sbp.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyFolder;
import org.sovereignbook.sbp.authority.ledger.SocietyTables;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/** A society on its way: into files and back, into another database, out of the node. */
abstract class LedgerMoves extends LedgerCase {
  private static SortedMap<String, String> files(Path root) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    return files;
  }

  @Test
  void whatIsExportedAndImportedIsExportedAgainByteForByte() throws IOException {
    try (Ledger ledger = open()) {
      live(ledger);
    }
    SocietyFolder first = new SocietyFolder(folder.resolve("first"), Features.bundled());
    SocietyFolder second = new SocietyFolder(folder.resolve("second"), Features.bundled());
    Node other = fresh("other");
    try (Database from = open(node);
        Database to = open(other)) {
      first.write(from, true);
      first.read(to);
      second.write(to, true);
      assertThat(files(second.folder())).isEqualTo(files(first.folder()));
      first.write(from, true);
      assertThat(files(first.folder())).isEqualTo(files(second.folder()));
    }
    try (Database sqlite = new SqliteLedgerProvider().open(fresh("sqlite"))) {
      second.read(sqlite);
      second.write(sqlite, true);
      assertThat(files(second.folder())).as("from SQLite").isEqualTo(files(first.folder()));
    }
    try (Ledger ledger = Ledger.open(other, open(other))) {
      assertThat(ledger.<Boolean>write(tx -> tx.append(created()))).as("known").isFalse();
      ledger.run(tx -> tx.append(LedgerEvent.of("one:more", "task.created", OWNER)));
      assertThat(kinds(ledger)).containsExactly("task.created", "content.erased", "task.created");
    }
    assertThat(files(first.folder()).get("tasks.md"))
        .contains("\\u001b[31m", "\\u202e", "`````text\n")
        .doesNotContain("\u001b", "\u202e");
  }

  @Test
  void anExportThatWasChangedIsRefusedAndNothingIsLost() throws IOException {
    SocietyFolder export = new SocietyFolder(folder.resolve("export"), Features.bundled());
    try (Ledger ledger = open()) {
      live(ledger);
    }
    try (Database database = open(node)) {
      export.write(database, false);
      var before = new SocietyTables(Features.bundled()).digests(database);
      Path file = export.folder().resolve("tables/event.jsonl");
      Files.writeString(file, Files.readString(file).replace("task.created", "task.accepted"));
      assertThatThrownBy(() -> export.read(database))
          .isInstanceOf(NodeException.class)
          .hasMessageContaining("event.jsonl");
      Files.writeString(file, "{\"seq\":1,\"evil) VALUES (1); --\":2}\n");
      assertThatThrownBy(() -> export.read(database))
          .isInstanceOf(NodeException.class)
          .hasMessageContaining("event.jsonl:1");
      assertThat(new SocietyTables(Features.bundled()).digests(database)).isEqualTo(before);
    }
  }

  @Test
  void aCopyInAnotherDatabaseIsTheSame() {
    try (Ledger ledger = open()) {
      live(ledger);
    }
    try (Database from = open(node);
        Database to = open(fresh("other"))) {
      assertThat(new SocietyTables(Features.bundled()).copy(from, to))
          .isEqualTo(new SocietyTables(Features.bundled()).digests(from));
    }
  }

  /** Kills the process before and after every commit of some work, which is then done again. */
  private void sweep(String name, Consumer<Node> begin, Sweep work, Consumer<Node> verify) {
    int deaths = 0;
    boolean died = true;
    for (int at = 0; died; at++) {
      Node on = fresh(name + at);
      begin.accept(on);
      died = false;
      try (Database dying = new CrashingDatabase(open(on), CrashPoint.at(at))) {
        work.run(on, dying);
      } catch (SimulatedCrash e) {
        died = true;
        deaths++;
      }
      try (Database database = open(on)) {
        work.run(on, database);
      }
      verify.accept(on);
    }
    assertThat(deaths).as("deaths of the sweep").isPositive();
  }

  @FunctionalInterface
  private interface Sweep {
    void run(Node on, Database database);
  }

  @Test
  void whatLeavesIsHandedOverOnceWhereverTheProcessDied() {
    sweep(
        "handing",
        on -> {
          try (Ledger ledger = Ledger.open(on, open(on))) {
            ledger.run(tx -> tx.leave("mail:1", "mail", item()));
            ledger.run(tx -> tx.leave("mail:2", "mail", item()));
          }
        },
        (on, database) -> {
          try (Store store = store(on)) {
            boolean _ = store.recover();
            int _ = new HandOver(Ledger.open(on, database), store).run();
          }
        },
        on -> {
          try (Store store = store(on)) {
            assertThat(store.outbox().pending()).hasSize(2);
            assertThat(store.keys(Outbox.HANDED)).isEmpty();
          }
        });
  }

  @Test
  void anImportIsWholeOrNothingWhereverTheProcessDied() {
    try (Ledger ledger = open()) {
      live(ledger);
    }
    SocietyFolder export = new SocietyFolder(folder.resolve("export"), Features.bundled());
    try (Database database = open(node)) {
      export.write(database, true);
      var digests = new SocietyTables(Features.bundled()).digests(database);
      sweep(
          "importing",
          on -> {},
          (on, to) -> export.read(to),
          on -> {
            try (Database made = open(on)) {
              assertThat(new SocietyTables(Features.bundled()).digests(made)).isEqualTo(digests);
            }
          });
    }
  }
}
