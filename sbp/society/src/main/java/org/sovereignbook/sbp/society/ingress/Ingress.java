package org.sovereignbook.sbp.society.ingress;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Circumstances;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.RateLimit;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * The single entry for input from outside. An input becomes one event, with the authority that it
 * has at that time. A repeat is neither authorized nor passed to hooks a second time.
 */
public final class Ingress {
  private Ingress() {}

  /** The outcome of an arrival. */
  public enum ArrivalStatus {
    NEW,
    KNOWN,
    /** The sender has reached its hourly limit; nothing is stored. */
    RATE_LIMITED
  }

  /**
   * Stores the input as an event. Beyond its sender's hourly limit the event is denied.
   *
   * @return whether it is new
   */
  public static boolean arrived(Transaction tx, Incoming incoming) {
    if (tx.event(incoming.id()).isPresent()) {
      return false;
    }
    AccessDecision decision = decide(tx, incoming);
    return enter(tx, incoming, decision, tooOften(tx, incoming, decision));
  }

  /** Stores the input as an event, for a sender that can be asked to send again later. */
  public static ArrivalStatus offered(Transaction tx, Incoming incoming) {
    if (tx.event(incoming.id()).isPresent()) {
      return ArrivalStatus.KNOWN;
    }
    AccessDecision decision = decide(tx, incoming);
    Optional<String> tooOften = tooOften(tx, incoming, decision);
    if (tooOften.isPresent()) {
      Access.write(tx, decision, row(incoming, decision, tooOften));
      return ArrivalStatus.RATE_LIMITED;
    }
    return enter(tx, incoming, decision, tooOften) ? ArrivalStatus.NEW : ArrivalStatus.KNOWN;
  }

  private static Optional<String> tooOften(
      Transaction tx, Incoming incoming, AccessDecision decision) {
    return new RateLimit(tx).refusal(decision.requester(), incoming.kind());
  }

  private static AuditRow row(
      Incoming incoming, AccessDecision decision, Optional<String> tooOften) {
    return new AuditRow(
            decision.authority(),
            Optional.empty(),
            incoming.kind(),
            JsonObject.builder().put("event", incoming.id()).build(),
            decision.isAllowed() && tooOften.isEmpty(),
            tooOften.orElse(decision.reason()))
        .on(incoming.id());
  }

  private static boolean enter(
      Transaction tx, Incoming incoming, AccessDecision decision, Optional<String> tooOften) {
    AuditRow row = row(incoming, decision, tooOften);
    boolean isNew =
        tx.append(
            LedgerEvent.of(incoming.id(), incoming.kind(), row.authority(), incoming.about())
                .with(metadata(incoming, decision.requester(), row.decision())));
    Access.write(tx, decision, row);
    if (isNew && incoming.content().isPresent()) {
      String _ = tx.keep(incoming.about(), Incoming.CONTENT, incoming.content().get());
    }
    return isNew;
  }

  /** Returns whether the policies denied an event, so that nobody acts on it. */
  public static boolean isDenied(StoredEvent event) {
    return event.metadata().string(Incoming.DECISION).filter(Incoming.DENY::equals).isPresent();
  }

  private static AccessDecision decide(Transaction tx, Incoming incoming) {
    JsonObject own = incoming.metadata();
    Circumstances here =
        Access.here(tx, incoming.channel()).with(own.string("peer_kind"), own.string("peer_id"));
    return Access.decide(
        tx,
        Entities.requester(tx, incoming.principal()),
        own.string("event_type").map(here::withEventType).orElse(here));
  }

  private static JsonObject metadata(Incoming incoming, Requester sender, String decision) {
    JsonObject own = incoming.metadata();
    return own.with("sender_id", own.string("sender_id").orElse(sender.principal().text()))
        .with("sender_name", sender.name())
        .with(Incoming.CHANNEL, incoming.channel())
        .with("content_type", incoming.contentType())
        .with("direction", "received")
        .with(Incoming.DECISION, decision);
  }
}
