package org.sovereignbook.sbp.mail;

import java.sql.SQLException;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.protocol.AgentMail;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.sql.Sql;
import org.sovereignbook.sbp.store.OutboxItems;

/**
 * The other node.
 *
 * @param endpoint where it was when the mail was written, unless the peer table knows better
 */
public record Correspondent(PublicKey key, Endpoint endpoint) {

  /** Sends it a mail, once the transaction is committed. */
  void send(Transaction tx, String id, AgentMail mail) throws SQLException {
    boolean _ =
        tx.leave(
            id, "mail", OutboxItems.envelope(MessageType.DIRECT, mail.payload(), key, endpoint));
  }

  /** As two columns hold it, the key first. */
  static Optional<Correspondent> read(Sql.Row row, int column) throws SQLException {
    Optional<PublicKey> key = row.maybeText(column).map(PublicKey::parse);
    Optional<Endpoint> endpoint = row.maybeText(column + 1).map(Endpoint::parse);
    return key.flatMap(one -> endpoint.map(at -> new Correspondent(one, at)));
  }
}
