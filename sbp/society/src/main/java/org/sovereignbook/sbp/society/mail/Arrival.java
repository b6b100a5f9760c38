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
import org.sovereignbook.sbp.authority.ledger.Cause;
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
 * A mail from a peer, with the proofs of its envelope.
 *
 * @param sender the key that signed the envelope
 * @param endpoint the sender's endpoint according to the envelope
 * @param isSender whether a key is the sender's, now or before a rotation that this node has
 *     accepted
 * @param envelope the hash of the signed envelope
 */
public record Arrival(
    AgentMail mail,
    PublicKey sender,
    Endpoint endpoint,
    Predicate<PublicKey> isSender,
    TrustState trust,
    ContentHash envelope) {

  /** Handler of one type of mail that is for the node itself, such as offered tasks. */
  @FunctionalInterface
  public interface Handler {
    /** Handles the mail, in the transaction that records it. */
    Handling take(Transaction tx, Arrival arrival);
  }

  /** The result of handling a mail. */
  public enum How {
    /** The mail was stored, now or earlier. */
    TAKEN,
    /** The mail is an ordinary message, for the reader. */
    ORDINARY,
    /** The mail is dropped, because nothing here expects it. */
    DROPPED,
    /** The mail stays in the inbox until the next run. */
    WAITS
  }

  /**
   * The result of handling a mail, with its reason.
   *
   * @param text for people; of the peer's own words it holds only checked names
   */
  public record Handling(How how, String text) {}

  public static Handling ordinary(String why) {
    return new Handling(How.ORDINARY, why);
  }

  /** Returns the kind of peer that wrote it, for people. */
  public String whose() {
    return trust == TrustState.UNKNOWN
        ? "a peer without a decision of the owner (sbp peers add)"
        : "a peer that is " + trust;
  }

  /** Returns the mail's id in this node. */
  public String localId() {
    return AgentMail.localId(sender, mail.id());
  }

  /** Returns the decision of the policies on its sender for this channel. */
  public AccessDecision decide(Transaction tx, String channel) {
    return Access.decide(tx, Entities.peer(tx, sender, trust), Access.here(tx, channel));
  }

  /** Returns the authority under which everything happens that the mail causes. */
  public Authority authority(Transaction tx, String channel) {
    return decide(tx, channel).authority();
  }

  /**
   * Authorizes the sender for a tool on this channel, and writes the decision to the audit log.
   *
   * @param toDo the action in words, such as {@code offer tasks}
   * @return how to handle the mail if the action is denied
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
   * Applies the owner's answer to an action that the policies deny. The mail waits while there is
   * no answer, and while the owner cannot be asked again yet. After a yes, exactly the mail in
   * question passes once.
   */
  private Optional<Optional<Handling>> answered(
      Transaction tx, AccessDecision decision, String tool, JsonObject what, String toDo) {
    AccessRequests requests = new AccessRequests(tx);
    Principal who = decision.requester().principal();
    Optional<AccessRequest> approved =
        new RequestedCalls(tx)
            .approved(
                new RequestedCalls.Made(
                    decision.authority(), Optional.empty(), tool, what, Optional.empty()));
    if (approved.isPresent() && new RequestedCalls(tx).ran(approved.get(), "done")) {
      String reason = "approved by the owner: request " + approved.get().id();
      Access.write(
          tx,
          decision,
          new AuditRow(decision.authority(), Optional.empty(), tool, what, true, reason)
              .on(event()));
      return Optional.of(Optional.empty());
    }
    Optional<AccessRequest> waiting = requests.waiting(who, tool);
    if (waiting.isPresent()) {
      boolean isThis = waiting.get().argumentsSha256().equals(ContentHash.of(what).hex());
      return Optional.of(
          Optional.of(
              isThis
                  ? asked(toDo, waiting.get().id())
                  : waits(
                      toDo,
                      "another mail of it waits for the owner (" + waiting.get().id() + ")")));
    }
    if (requests.isAnswered(who, tool, what)) {
      return Optional.of(Optional.of(refused(toDo)));
    }
    return decision.mayBeGranted() && new RequestLimits(tx).isLater(who, tool)
        ? Optional.of(
            Optional.of(waits(toDo, "the owner is asked ten minutes after the last time")))
        : Optional.empty();
  }

  /**
   * Asks the owner for approval, unless no grant is possible or the limit on requests is reached.
   */
  private static Handling asked(
      Transaction tx, AccessDecision decision, String tool, JsonObject what, String toDo) {
    Authority by = decision.authority();
    Optional<AccessRequest> request =
        decision.mayBeGranted()
            ? new AccessRequests(tx)
                .ask(
                    new AccessRequests.Refused(
                        by,
                        by,
                        tool,
                        what,
                        Optional.empty(),
                        refused(toDo).text(),
                        Optional.empty()))
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

  /** Returns that the mail waits, if its trusted sender has used up its mails of this hour. */
  public Optional<Handling> overHour(Transaction tx) {
    return Arrivals.overHour(tx, this);
  }

  /** Returns the sender and its endpoint. */
  public Correspondent peer() {
    return new Correspondent(sender, endpoint);
  }

  /**
   * Forwards the mail's news to a principal of this node, as a mail of the same type. The peer gets
   * no receipt for it.
   *
   * @param channel by which the mail acts
   */
  public void forward(Transaction tx, String channel, Principal recipient, String text) {
    Optional<String> agentId = recipient.agentId();
    Optional<Agent> agent =
        agentId.isPresent() ? Agents.find(tx, AgentId.parse(agentId.get())) : Optional.empty();
    String name = agent.map(Agent::name).orElse(Mailboxes.OWNER);
    String id = tx.newId();
    String from = mail.from() + "@" + sender;
    Mail _ =
        new Mail(
                id,
                new Mail.Origin(Mail.Way.LOCAL, Optional.of(peer()), id),
                mail.type(),
                new Mail.Addresses(
                    from, name, Optional.empty(), Optional.of(agentId.orElse(Mailboxes.OWNER))),
                new Mail.Letter(
                    Optional.empty(),
                    tx.keep(Subject.mail(id), "body", text),
                    Sending.number(tx, from, name),
                    Optional.empty()),
                tx.now(),
                tx.now().plus(tx.node().config().get(MailSettings.EXPIRY)))
            .add(tx, cause(tx, channel), Optional.of(envelope.toString()), 0);
  }

  /** Returns the columns of a row that the mail causes by this channel. */
  Cause.Sourced cause(Transaction tx, String channel) {
    return tx.cause(authority(tx, channel)).from(Optional.of(event()));
  }

  /** Appends the event of the mail's arrival. Returns false if it exists already. */
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

  /** Returns the id of that event. */
  public String event() {
    return "envelope:" + envelope;
  }
}
