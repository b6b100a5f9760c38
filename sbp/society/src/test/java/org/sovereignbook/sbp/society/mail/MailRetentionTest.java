package org.sovereignbook.sbp.society.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestNode;

class MailRetentionTest {
  @Test
  void ofMailWithPeersWhatIsLongOverIsForgottenAndNothingElse(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(
          tx -> {
            mail(tx, "over", Optional.of("PEER"), "handled");
            mail(tx, "waiting", Optional.of("PEER"), "delivered");
            mail(tx, "ours", Optional.empty(), "handled");
            tx.update("INSERT INTO mail_receipt (mail, kind, at_ms) VALUES ('over', 'read', 1)");
          });
      assertThat(MailRetention.forget(ledger)).isZero();
      node.clock().advance(Duration.ofDays(181));
      ledger.run(tx -> mail(tx, "new", Optional.of("PEER"), "handled"));

      assertThat(MailRetention.forget(ledger)).isEqualTo(1);
      assertThat(
              ledger.<List<String>>read(
                  tx -> tx.list("SELECT id FROM mail ORDER BY id", row -> row.text(1))))
          .containsExactly("new", "ours", "waiting");
    }
  }

  @Test
  void ofOnePeerOnlySoManyAreKept(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    node.configure(
        JsonObject.empty()
            .with("mail", JsonObject.builder().put("peer_ended_mails", 1_000).build()));
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(
          tx -> {
            mail(tx, "first", Optional.of("EVE"), "refused");
            mail(tx, "of-another", Optional.of("ADA"), "handled");
          });
      node.clock().advance(Duration.ofMillis(1));
      ledger.run(
          tx -> {
            for (int i = 0; i < 1_000; i++) {
              mail(tx, "spam-" + i, Optional.of("EVE"), "refused");
            }
          });

      assertThat(MailRetention.forget(ledger)).isEqualTo(1);
      assertThat(
              ledger.<List<String>>read(
                  tx -> tx.texts("SELECT id FROM mail WHERE id NOT LIKE 'spam%'")))
          .containsExactly("of-another");
    }
  }

  private static void mail(Transaction tx, String id, Optional<String> peer, String state) {
    int _ =
        tx.update(
            "INSERT INTO mail (id, way, type, sender, recipient, peer, peer_id, body_id, seq,"
                + " state, fence, created_ms, expires_ms, principal, authority_id)"
                + " VALUES (?, 'in', 'message', 'a', 'b', ?, ?, ?, 1, ?, 0, ?, ?, 'system', ?)",
            id,
            peer,
            id,
            tx.keep(Subject.mail(id), "body", "hello"),
            state,
            tx.nowMs(),
            tx.nowMs(),
            tx.keep(Authority.SYSTEM));
  }
}
