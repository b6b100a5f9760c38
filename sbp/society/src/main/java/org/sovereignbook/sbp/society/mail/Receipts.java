package org.sovereignbook.sbp.society.mail;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.MailReceipt;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Receipts of mail: sent to peers for their mails, and received from peers for mails of this node.
 */
public final class Receipts {
  private static final Rows<Row> ROWS = new Rows<>("mail_receipt", Row.class);

  private record Row(String mail, MailReceipt.Kind kind, Instant at) {}

  private Receipts() {}

  /** Records a receipt for a mail that this node received. A peer is sent each receipt once. */
  static void leave(Transaction tx, Mail mail, MailReceipt.Kind kind, Optional<String> reason) {
    if (note(tx, mail.id(), kind, tx.now())
        && mail.way() == Mail.Way.IN
        && mail.origin().peer().isPresent()) {
      MailReceipt receipt =
          new MailReceipt(mail.origin().peerId(), kind, new Timestamp(tx.now()), reason);
      String from = mail.recipient();
      String id = "receipt:" + mail.id() + ":" + kind;
      AgentMail told =
          AgentMail.receipt(
              tx.newId(),
              from,
              Sending.number(tx, from, mail.sender().substring(mail.sender().indexOf('@'))),
              new Timestamp(tx.now()),
              receipt);
      mail.origin().peer().get().send(tx, id, told);
    }
  }

  /** Records a peer's receipt for a mail of this node. Returns false when it is a repeat. */
  static boolean take(Transaction tx, Mail mail, MailReceipt receipt) {
    if (!note(tx, mail.id(), receipt.kind(), receipt.at().instant())) {
      return false;
    }
    MailState next = MailState.of(receipt.kind());
    if (mail.state().mayBecome(next)) {
      tx.update(
          "UPDATE mail SET state = ?, reason = ? WHERE id = ?",
          next.toString(),
          receipt.reason(),
          mail.id());
    }
    return true;
  }

  /** Returns the time of each receipt of the mail. */
  public static Map<MailReceipt.Kind, Timestamp> of(Transaction tx, Mail mail) {
    Map<MailReceipt.Kind, Timestamp> receipts = new EnumMap<>(MailReceipt.Kind.class);
    for (Row row : ROWS.list(tx, "WHERE mail = ?", mail.id())) {
      receipts.put(row.kind(), new Timestamp(row.at()));
    }
    return receipts;
  }

  private static boolean note(Transaction tx, String mail, MailReceipt.Kind kind, Instant at) {
    return ROWS.insertIfNew(tx, new Row(mail, kind, at));
  }
}
