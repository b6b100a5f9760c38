package org.sovereignbook.sbp.mail;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.ledger.HandOver;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;

/** What became of mail in the node's outbox: whether the peer has it, or never will. */
public final class Departures {
  private Departures() {}

  private record Handed(String mail, String name) {}

  /** Takes note of what has left, and of what was given up. Called when a delivery is over. */
  public static void settle(Ledger ledger, Store store) {
    List<Handed> handed = ledger.read(Departures::handed);
    if (handed.isEmpty()) {
      return;
    }
    Set<String> failed = new HashSet<>(store.outbox().failed());
    List<Handed> lost = new ArrayList<>();
    List<Handed> sent = new ArrayList<>();
    for (Handed one : handed) {
      if (failed.contains(one.name())) {
        lost.add(one);
      } else if (store.outbox().read(new OutboxId(OutboxKind.NETWORK, one.name())).isEmpty()) {
        sent.add(one);
      }
    }
    int _ =
        ledger.write(
            tx -> {
              mark(tx, sent, MailState.SENT, "");
              mark(tx, lost, MailState.FAILED, "undeliverable");
              return sent.size() + lost.size();
            });
  }

  private static List<Handed> handed(Transaction tx) throws SQLException {
    return tx.sql()
        .list(
            "SELECT mail.id, outbox.id, outbox.kind, outbox.at_ms FROM mail"
                + " JOIN outbox ON outbox.id = 'mail:' || mail.id"
                + " WHERE mail.state = 'queued'"
                + " AND outbox.handed_ms IS NOT NULL",
            row ->
                new Handed(
                    row.text(1),
                    HandOver.name(row.text(2), row.text(3), Instant.ofEpochMilli(row.number(4)))));
  }

  private static void mark(Transaction tx, List<Handed> which, MailState state, String reason)
      throws SQLException {
    for (Handed one : which) {
      tx.sql()
          .update(
              "UPDATE mail SET state = ?, reason = NULLIF(?, '') WHERE id = ? AND state = 'queued'",
              state.toString(),
              reason,
              one.mail());
    }
  }
}
