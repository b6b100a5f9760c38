package org.sovereignbook.sbp.society.mail;

import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.RequestLimits;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * A mail that a peer has sent, with what its envelope proves.
 *
 * @param sender who signed the envelope
 * @param endpoint where the envelope says the sender is
 * @param isSender whether a key is, or was before a rotation that this node has accepted, the
 *     sender's
 * @param envelope the hash of what was signed
 */
public record Arrival(
    AgentMail mail,
    PublicKey sender,
    Endpoint endpoint,
    Predicate<PublicKey> isSender,
    TrustState trust,
    ContentHash envelope) {

  /** What takes the mails of one type that are for the node itself, such as offered tasks. */
  @FunctionalInterface
  public interface Handler {
    /** In the transaction that takes note of the mail. */
    Handling take(Transaction tx, Arrival arrival);
  }

  /** What becomes of it. */
  public enum How {
    /** It is in good hands, now or since an earlier time. */
    TAKEN,
    /** It is an ordinary message, for the reader. */
    ORDINARY,
    /** Nobody wants to hear of it. */
    DROPPED,
    /** It comes again in the next run. */
    WAITS
  }

  /**
   * What becomes of it, and why.
   *
   * @param text for people; of the peer's own words names only that were checked
   */
  public record Handling(How how, String text) {}

  public static Handling ordinary(String why) {
    return new Handling(How.ORDINARY, why);
  }

  /** Returns the kind of peer that wrote it, for people. */
  public String whose() {
    return trust == TrustState.UNKNOWN
        ? "a peer that nobody here has decided on (sbp peers add)"
        : "a peer that is " + trust;
  }

  /** The id that the mail has in this node. */
  public String localId() {
    return AgentMail.localId(sender, mail.id());
  }

  /** What the policies let its sender cause by this door. */
  public AccessDecision decide(Transaction tx, String channel) {
    return Access.decide(tx, Entities.peer(tx, sender, trust), Access.here(tx, channel));
  }

  /** On whose behalf everything happens that comes of it, and what that may be. */
  public Authority authority(Transaction tx, String channel) {
    return decide(tx, channel).authority();
  }

  /**
   * Whether its sender may do this by this door, now; the decision is written down.
   *
   * @param toDo the same for people, such as {@code offer tasks}
   * @return what becomes of it if not
   */
  public Optional<Handling> refused(Transaction tx, String channel, String tool, String toDo) {
    AccessDecision decision = decide(tx, channel);
    JsonObject what = JsonObject.empty().with("envelope", envelope.toString());
    if (!decision.permits(tool)) {
      Optional<Optional<Handling>> answered = answered(tx, decision, tool, what, toDo);
      if (answered.isPresent()) {
        return answered.get();
      }
    }
    Access.Judged judged = Access.judge(tx, decision, tool, what, event());
    return switch (judged.verdict()) {
      case ALLOWED -> Optional.empty();
      case DENIED -> Optional.of(asked(tx, decision, tool, what, toDo));
      case RATE_LIMITED -> Optional.of(new Handling(How.WAITS, "its sender, " + judged.reason()));
    };
  }

  /**
   * What the owner's answer makes of what the policies refuse: it waits while there is none, and
   * while the owner cannot be asked yet; the very mail that was asked about goes through once if it
   * is yes.
   */
  private Optional<Optional<Handling>> answered(
      Transaction tx, AccessDecision decision, String tool, JsonObject what, String toDo) {
    AccessRequests requests = new AccessRequests(tx);
    Principal who = decision.requester().principal();
    Optional<AccessRequest> approved =
        new RequestedCalls(tx).approved(who, decision.circumstances().channel(), tool, what);
    if (approved.isPresent() && new RequestedCalls(tx).ran(approved.get(), "done")) {
      String reason = "approved by the owner: request " + approved.get().id();
      Access.write(
          tx,
          decision,
          new AuditRow(decision.authority(), Optional.empty(), tool, what, true, reason)
              .on(event()));
      return Optional.of(Optional.empty());
    }
    Optional<String> waiting = requests.waiting(who, tool);
    if (waiting.isPresent()) {
      return Optional.of(Optional.of(asked(toDo, waiting.get())));
    }
    if (requests.isAnswered(who, tool, what)) {
      return Optional.of(Optional.of(refused(toDo)));
    }
    return decision.mayBeGranted() && new RequestLimits(tx).isLater(who, tool)
        ? Optional.of(
            Optional.of(waits(toDo, "the owner is asked ten minutes after the last time")))
        : Optional.empty();
  }

  /** Asks the owner, unless that is of no use, or was done too often. */
  private static Handling asked(
      Transaction tx, AccessDecision decision, String tool, JsonObject what, String toDo) {
    Authority by = decision.authority();
    Optional<AccessRequest> request =
        decision.mayBeGranted()
            ? new AccessRequests(tx)
                .ask(
                    new AccessRequests.Refused(
                        by, by, tool, what, Optional.empty(), refused(toDo).text()))
                .request()
            : Optional.empty();
    return request.map(one -> asked(toDo, one.id())).orElseGet(() -> refused(toDo));
  }

  private static Handling refused(String toDo) {
    return ordinary("the policies do not let its sender " + toDo);
  }

  private static Handling asked(String toDo, String request) {
    return waits(toDo, "the owner was asked (request " + request + ")");
  }

  private static Handling waits(String toDo, String whatFor) {
    return new Handling(How.WAITS, refused(toDo).text() + "; " + whatFor);
  }

  /** Who has sent it, and where that was. */
  public Correspondent peer() {
    return new Correspondent(sender, endpoint);
  }

  /**
   * Tells somebody of this node of it: a mail of the same type, of which the peer hears nothing.
   */
  public void tell(Transaction tx, Principal whom, String text) {
    Optional<String> agentId = whom.agentId();
    Optional<Agent> agent =
        agentId.isPresent() ? Agents.find(tx, AgentId.parse(agentId.get())) : Optional.empty();
    String name = agent.map(Agent::name).orElse(Mailboxes.OWNER);
    String id = tx.newId();
    String from = mail.from() + "@" + sender;
    tx.update(
        "INSERT INTO mail (id, way, type, sender, recipient, to_box, peer, peer_endpoint,"
            + " peer_id, body_id, seq, state, fence, created_ms, expires_ms, principal,"
            + " authority_id, source_event, envelope) VALUES (?, 'local', ?, ?, ?, ?, ?, ?, ?,"
            + " ?, ?, 'delivered', 0, ?, ?, ?, ?, ?, ?)",
        id,
        mail.type().toString(),
        from,
        name,
        agentId.orElse(Mailboxes.OWNER),
        sender.toString(),
        endpoint.toString(),
        id,
        tx.keep(Subject.mail(id), "body", text),
        Sending.number(tx, from, name),
        tx.nowMs(),
        tx.nowMs() + tx.node().config().get(MailSettings.EXPIRY).toMillis(),
        Principal.peer(sender).text(),
        tx.keep(authority(tx, "offer")),
        event(),
        envelope.toString());
  }

  /** The event by which it entered; false if it has entered before. */
  public boolean enter(Transaction tx, String channel, Subject subject) {
    return tx.append(
        LedgerEvent.of(
                event(),
                "mail.arrived",
                authority(tx, channel),
                subject,
                new Subject("peer", sender.toString()))
            .with(JsonObject.builder().put("type", mail.type().toString()).build()));
  }

  /** The id of that event. */
  public String event() {
    return "envelope:" + envelope;
  }
}
