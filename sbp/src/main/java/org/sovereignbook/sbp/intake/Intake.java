package org.sovereignbook.sbp.intake;

import java.sql.SQLException;
import java.util.Optional;
import org.sovereignbook.sbp.access.Access;
import org.sovereignbook.sbp.access.AccessDecision;
import org.sovereignbook.sbp.access.Circumstances;
import org.sovereignbook.sbp.access.Entities;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.AuditRow;
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
    AccessDecision decision = decide(tx, incoming);
    Authority authority = decision.authority();
    boolean isNew =
        tx.append(
            LedgerEvent.of(incoming.id(), incoming.kind(), authority, incoming.about())
                .with(metadata(incoming, decision)));
    tx.audit(
        new AuditRow(
            authority,
            Optional.empty(),
            incoming.kind(),
            JsonObject.builder().put("event", incoming.id()).build(),
            decision.isAllowed(),
            decision.reason()));
    if (isNew && incoming.content().isPresent()) {
      String _ = tx.keep(incoming.about(), Incoming.CONTENT, incoming.content().get());
    }
    return isNew;
  }

  private static AccessDecision decide(Transaction tx, Incoming incoming) throws SQLException {
    Circumstances here = Access.here(tx, incoming.channel());
    return Access.decide(
        tx,
        Entities.requester(tx, incoming.principal()),
        incoming.metadata().string("event_type").map(here::withEventType).orElse(here));
  }

  private static JsonObject metadata(Incoming incoming, AccessDecision decision) {
    return incoming
        .metadata()
        .with(Incoming.CHANNEL, incoming.channel())
        .with("content_type", incoming.contentType())
        .with("direction", "received")
        .with(Incoming.DECISION, decision.isAllowed() ? "allow" : Incoming.DENY);
  }
}
