package org.sovereignbook.sbp.intake;

import java.sql.SQLException;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.LedgerEvent;
import org.sovereignbook.sbp.ledger.Transaction;

/**
 * The one way in: what arrives is an event, once, with the authority that it has then. What comes
 * again is neither decided on nor seen by hooks again.
 */
public final class Intake {
  private Intake() {}

  /**
   * Takes it in.
   *
   * @return whether it is new
   */
  public static boolean arrived(Transaction tx, Incoming incoming) throws SQLException {
    if (tx.event(incoming.id()).isPresent()) {
      return false;
    }
    JsonObject metadata =
        incoming
            .metadata()
            .with(Incoming.CHANNEL, incoming.channel())
            .with("content_type", incoming.contentType())
            .with("direction", "received");
    Authority authority = Authority.of(incoming.principal(), incoming.channel());
    boolean isNew =
        tx.append(
            LedgerEvent.of(incoming.id(), incoming.kind(), authority, incoming.about())
                .with(metadata));
    if (isNew && incoming.content().isPresent()) {
      String _ = tx.keep(incoming.about(), Incoming.CONTENT, incoming.content().get());
    }
    return isNew;
  }
}
