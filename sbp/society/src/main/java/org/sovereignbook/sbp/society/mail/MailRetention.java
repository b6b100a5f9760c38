package org.sovereignbook.sbp.society.mail;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Config;

/** Retention of ended mail, which peers could otherwise make grow without limit. */
public final class MailRetention {
  private static final int BATCH_ROWS = 500;

  private MailRetention() {}

  /**
   * Deletes mail from and to peers that ended long ago; mail within the node stays. For removed
   * agents it also deletes their bus entries. For senders it deletes the sequence number, once that
   * is as old and none of their mail is under way.
   *
   * @return how many rows in all
   */
  public static int forget(Ledger ledger) {
    return ledger.<Integer>write(MailRetention::forgetBus)
        + ledger.<Integer>write(MailRetention::forgetNumbers)
        + forget(ledger, "mail", "state IN ('handled', 'expired', 'refused', 'failed')");
  }

  /**
   * Deletes what came from and went to peers and ended long ago, as ended mail is deleted, with the
   * events about it.
   *
   * @param table with the columns {@code id}, {@code peer} and {@code created_ms}; also the kind of
   *     the subject of its events
   * @param ended the condition of rows that have ended
   * @return how many rows
   */
  public static int forget(Ledger ledger, String table, String ended) {
    int forgotten = 0;
    int last;
    do {
      last = ledger.write(tx -> some(tx, table, ended));
      forgotten += last;
    } while (last == BATCH_ROWS);
    return forgotten;
  }

  private static int some(Transaction tx, String table, String ended) {
    Config config = tx.node().config();
    List<String> over =
        tx.texts(
            "SELECT id FROM (SELECT id, created_ms, ROW_NUMBER() OVER (PARTITION BY peer"
                + " ORDER BY created_ms DESC, id) AS place FROM "
                + table
                + " WHERE peer IS NOT NULL AND "
                + ended
                + ") AS placed WHERE created_ms < ? OR place > ? ORDER BY created_ms LIMIT "
                + BATCH_ROWS,
            tx.nowMs() - config.get(MailSettings.PEER_MAILS_KEPT).toMillis(),
            config.get(MailSettings.ENDED_KEPT));
    for (String id : over) {
      tx.update("DELETE FROM mail_receipt WHERE mail = ?", id);
      tx.update("DELETE FROM " + table + " WHERE id = ?", id);
      new EventLog(tx).forget(new Subject(table, id));
    }
    return over.size();
  }

  private static int forgetBus(Transaction tx) {
    List<String> values =
        tx.texts(
            "DELETE FROM bus WHERE agent IN (SELECT id FROM agent WHERE living_name IS NULL)"
                + " RETURNING value_id");
    for (String value : values) {
      tx.forget(value);
    }
    return values.size();
  }

  private static int forgetNumbers(Transaction tx) {
    return tx.update(
        "DELETE FROM mail_counter WHERE last_ms < ? AND (sender, recipient) NOT IN (SELECT"
            + " sender, recipient FROM mail WHERE state IN ('queued', 'sent', 'delivered',"
            + " 'read'))",
        tx.nowMs() - tx.node().config().get(MailSettings.PEER_MAILS_KEPT).toMillis());
  }
}
