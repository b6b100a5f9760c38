package org.sovereignbook.sbp.mail;

import java.sql.SQLException;
import java.util.List;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Transaction;

/** Forgets what is long over of the mail with peers, who could make it grow for ever. */
public final class MailRetention {
  private static final int BATCH_MAILS = 500;

  private MailRetention() {}

  /**
   * Removes mails from and to peers that came to their end long ago, with their receipts; mail
   * within the node stays.
   *
   * @return how many
   */
  public static int forget(Ledger ledger) {
    int forgotten = 0;
    int last;
    do {
      last = ledger.write(MailRetention::some);
      forgotten += last;
    } while (last == BATCH_MAILS);
    return forgotten;
  }

  private static int some(Transaction tx) throws SQLException {
    long before = tx.nowMs() - tx.node().config().get(MailSettings.PEER_MAILS_KEPT).toMillis();
    List<String> over =
        tx.sql()
            .list(
                "SELECT id FROM mail WHERE peer IS NOT NULL AND created_ms < ? AND state IN"
                    + " ('handled', 'expired', 'refused', 'failed') ORDER BY number LIMIT "
                    + BATCH_MAILS,
                row -> row.text(1),
                before);
    for (String id : over) {
      tx.sql().update("DELETE FROM mail_receipt WHERE mail = ?", id);
      tx.sql().update("DELETE FROM mail WHERE id = ?", id);
      tx.sql()
          .update(
              "DELETE FROM content WHERE subject_kind = 'mail' AND subject = ? AND text IS NULL",
              id);
    }
    return over.size();
  }
}
