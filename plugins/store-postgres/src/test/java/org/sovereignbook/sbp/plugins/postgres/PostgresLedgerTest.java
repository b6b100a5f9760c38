package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SocietyMove;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.ledger.LedgerContract;

/** A society in PostgreSQL, in the schema of the store. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresLedgerTest extends LedgerContract {
  private final PostgresServer.Database server;

  PostgresLedgerTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected void prepare(Node fresh) {
    fresh.writeJson(
        fresh.home().schedulerConfig(),
        JsonObject.builder().put("store", server.config(server.newSchema())).build());
  }

  @Override
  protected Database open(Node at) {
    return new PostgresLedgerProvider(Map.of()).open(at);
  }

  @Override
  protected Store store(Node at) {
    return new PostgresStoreProvider(Map.of()).open(at);
  }

  @Override
  protected boolean hasOwnClock() {
    return true;
  }

  @Test
  void theSocietyMovesWithTheStoreAndBackAndIntoABackup(@TempDir Path folder) {
    Node node = TestHome.make(folder.resolve("node"), server.config(server.newSchema()));
    LedgerProvider files = new SqliteLedgerProvider();
    LedgerProvider postgres = new PostgresLedgerProvider(Map.of());
    try (Ledger ledger = Ledger.open(node, files.open(node))) {
      ledger.run(tx -> tx.keep(Subject.task("t1"), "title", "tides"));
      SocietyMove busy = new SocietyMove(node, files, postgres);
      assertThatThrownBy(() -> busy.copy(false)).hasMessageContaining("another process uses");
    }
    SocietyMove there = new SocietyMove(node, files, postgres);
    there.copy(false);
    there.copy(false);
    assertThat(there.setAside()).isPresent();
    assertThat(node.home().society()).doesNotExist();
    assertThat(text(node, postgres)).contains("tides");

    Node copy = TestHome.make(folder.resolve("copy"), JsonObject.empty());
    SocietyMove.into(copy, node, postgres);
    assertThat(text(copy, files)).contains("tides");

    SocietyMove back = new SocietyMove(node, postgres, files);
    back.copy(false);
    assertThat(back.setAside()).isEmpty();
    assertThat(text(node, files)).contains("tides");
    try (Ledger ledger = Ledger.open(node, postgres.open(node))) {
      ledger.run(tx -> tx.keep(Subject.task("t2"), "title", "other"));
    }
    assertThatThrownBy(() -> back.copy(false)).hasMessageContaining("--replace");
    back.copy(true);
    assertThat(text(node, files)).contains("tides").contains("other");
  }

  private static String text(Node node, LedgerProvider in) {
    try (Ledger ledger = Ledger.open(node, in.open(node))) {
      return ledger
          .<List<String>>read(tx -> tx.list("SELECT text FROM content", row -> row.text(1)))
          .toString();
    }
  }
}
