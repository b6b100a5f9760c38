package org.sovereignbook.sbp.society.mail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.MailReceipt;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Expiry of unhandled mail: by time, by a new incarnation of the agent, or by the agent's removal.
 * It is applied when the mailbox is used, and before each delivery, so that the sender gets a
 * receipt even if the mailbox is never used.
 */
public final class Overdue {
  private static final int BATCH_MAILS = 500;
  private static final String ASIDE_PREFIX = "mail:";
  private static final String ASIDE_ID = "'" + ASIDE_PREFIX + "' || mail.id";

  private Overdue() {}

  /** Ends overdue mail of the whole node. */
  public static void end(Ledger ledger) {
    int ended;
    do {
      ended = ledger.write(tx -> end(tx, Optional.empty(), BATCH_MAILS));
    } while (ended >= BATCH_MAILS);
  }

  /** Ends overdue mail that a mailbox has received or sent. */
  static void end(Transaction tx, String box) {
    int _ = end(tx, Optional.of(box), Integer.MAX_VALUE);
  }

  private static int end(Transaction tx, Optional<String> box, int most) {
    int refused =
        refuse(tx, box, most, "removed", "agent.living_name IS NULL")
            + refuse(tx, box, most, "epoch", "agent.epoch <> mail.to_epoch");
    List<Mail> expired =
        received(
            tx,
            box,
            most,
            "expires_ms <= ? AND (lease_until_ms IS NULL OR lease_until_ms <= ?)",
            tx.nowMs(),
            tx.nowMs());
    each(tx, expired, mail -> Mailboxes.end(tx, mail, MailReceipt.Kind.EXPIRED, Optional.empty()));
    // Shorten leases that are too long because the clock was set back.
    Duration lease = tx.node().config().get(MailSettings.LEASE);
    tx.update(
        "UPDATE mail SET lease_until_ms = "
            + (tx.nowMs() + lease.toMillis())
            + " WHERE "
            + box.map(_ -> "to_box = ? AND ").orElse("")
            + Mailboxes.UNHANDLED
            + " AND lease_until_ms > ?",
        parameters(box, TimeJudge.latestMs(lease, tx.nowMs())));
    // No more receipts are expected for mail to peers after its expiry.
    tx.update(
        "UPDATE mail SET state = 'expired' WHERE "
            + box.map(_ -> "from_box = ? AND ").orElse("")
            + "way = 'out' AND expires_ms <= ?"
            + " AND state IN ('queued', 'sent', 'delivered', 'read')",
        parameters(box, tx.nowMs()));
    return refused + expired.size();
  }

  /**
   * Refuses mail that the mailbox's agent must not get any more, because it was removed or has a
   * new incarnation.
   */
  private static int refuse(
      Transaction tx, Optional<String> box, int most, String reason, String agent) {
    List<Mail> refused =
        received(
            tx,
            box,
            most,
            "EXISTS (SELECT 1 FROM agent WHERE agent.id = mail.to_box AND " + agent + ")");
    each(
        tx,
        refused,
        mail -> Mailboxes.end(tx, mail, MailReceipt.Kind.REFUSED, Optional.of(reason)));
    return refused.size();
  }

  private static void each(Transaction tx, List<Mail> mails, Consumer<Mail> work) {
    new SetAsides(tx)
        .each(SetAsides.ItemList.OUTBOX, "expiry", mails, mail -> ASIDE_PREFIX + mail.id(), work);
  }

  private static List<Mail> received(
      Transaction tx, Optional<String> box, int most, String which, Object... more) {
    return new SetAsides(tx)
        .rows(
            SetAsides.ItemList.OUTBOX,
            "expiry",
            Mail.ROWS,
            ASIDE_ID,
            "WHERE "
                + box.map(_ -> "to_box = ? AND ").orElse("")
                + Mailboxes.UNHANDLED
                + " AND "
                + which
                + " AND "
                + SetAsides.isNotAside(SetAsides.ItemList.OUTBOX, ASIDE_ID)
                + " ORDER BY number LIMIT "
                + most,
            parameters(box, more));
  }

  private static Object[] parameters(Optional<String> box, Object... more) {
    List<Object> all = new ArrayList<>(box.stream().toList());
    all.addAll(List.of(more));
    return all.toArray();
  }
}
