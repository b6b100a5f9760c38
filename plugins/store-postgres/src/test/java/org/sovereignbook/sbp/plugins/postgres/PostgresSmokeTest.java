package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SocietyMove;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;

/** The part of PostgreSQL that every build tries; the trial {@code postgres} has all of it. */
@ExtendWith(PostgresServer.class)
class PostgresSmokeTest {
  @Test
  void aStoreAndASocietyOfFilesLiveInOneDatabase(
      PostgresServer.Database server, @TempDir Path folder) {
    Node node = TestHome.make(folder.resolve("node"), server.config(server.newSchema()));
    LedgerProvider files = new SqliteLedgerProvider();
    LedgerProvider postgres = new PostgresLedgerProvider(Map.of());
    try (Ledger ledger = Ledger.open(node, files.open(node))) {
      ledger.run(tx -> tx.keep(Subject.task("t1"), "title", "tides"));
    }
    new SocietyMove(node, files, postgres).copy(false);
    try (Ledger ledger = Ledger.open(node, postgres.open(node))) {
      assertThat(
              ledger.<List<String>>read(
                  tx -> tx.list("SELECT text FROM content", row -> row.text(1))))
          .contains("tides");
    }

    byte[] envelope = "for bob".getBytes(StandardCharsets.UTF_8);
    try (Store store = new PostgresStoreProvider(Map.of()).open(node)) {
      InboxId id = store.inbox().accept(envelope, node.now().instant());
      assertThat(store.inbox().pending()).containsExactly(id);
      assertThat(store.inbox().read(id)).hasValue(envelope);
    }
  }
}
