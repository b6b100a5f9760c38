package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.TestNode;

/** The open society is lent to many commands, and never in the place of another file. */
class LentLedgerTest {
  private static Ledger open(Node node) {
    return Ledger.open(node, new SqliteLedgerProvider().open(node));
  }

  @Test
  void aLentSocietyStaysOpenUntilItsLendingEnds(@TempDir Path folder) {
    Node node = TestNode.in(folder).node();
    LentLedger lent = new LentLedger();
    assertThat(lent.of(node)).isEmpty();
    try (Ledger ledger = open(node)) {
      try (LentLedger.Lending _ = lent.lend(ledger)) {
        for (int i = 0; i < 3; i++) {
          try (Ledger borrowed = lent.of(node).orElseThrow()) {
            assertThat(borrowed.rows()).isZero();
          }
        }
      }
      assertThat(lent.of(node)).isEmpty();
      assertThat(ledger.rows()).isZero();
    }
  }

  @Test
  void aSocietyWhoseFileWasReplacedIsNotLent(@TempDir Path folder) throws Exception {
    Node node = TestNode.in(folder).node();
    LentLedger lent = new LentLedger();
    try (Ledger ledger = open(node);
        LentLedger.Lending _ = lent.lend(ledger)) {
      Path file = Path.of(ledger.location());
      Path copy = Files.copy(file, folder.resolve("copy.db"));
      assertThat(lent.of(node)).isPresent();

      Files.delete(file);
      assertThat(lent.of(node)).isEmpty();
      Files.move(copy, file);
      assertThat(lent.of(node)).isEmpty();
    }
  }
}
