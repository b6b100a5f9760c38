package org.sovereignbook.sbp.society.mail;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.MailReceipt;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;

/**
 * A mail to be sent.
 *
 * @param name the recipient's, or {@code owner}; in this node also an agent's id
 * @param peer the recipient's node; empty for this one
 * @param expiresIn how long it is valid; by default as in the settings
 * @param epoch the only incarnation of the recipient that may read it; always given for a shutdown
 * @param inReplyTo the local mail that it answers
 */
public record Sending(
    MailType type,
    String name,
    Optional<Correspondent> peer,
    String body,
    Optional<Duration> expiresIn,
    Optional<Long> epoch,
    Optional<Mail> inReplyTo) {
  /** Makes a message to an agent of this node. */
  public static Sending message(String name, String body) {
    return new Sending(
        MailType.MESSAGE,
        name,
        Optional.empty(),
        body,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Mails a reviewer that a result waits for review, valid as long as the time for reviews. The
   * review is listed for it in any case.
   *
   * @return whether it was sent
   */
  public static boolean requestReview(
      Transaction tx, Authority by, Principal reviewer, JsonObject body, Duration due) {
    return notify(
        tx, by, reviewer, MailType.REVIEW_REQUEST, JsonWriter.compact(body), Optional.of(due));
  }

  /**
   * Mails a message about something that can be seen elsewhere, too.
   *
   * @return whether it was sent
   */
  public static boolean notify(Transaction tx, Authority by, Principal to, String body) {
    return notify(tx, by, to, MailType.MESSAGE, body, Optional.empty());
  }

  /** Mails the owner or an agent, unless it is gone or its mailbox is full. */
  private static boolean notify(
      Transaction tx,
      Authority by,
      Principal to,
      MailType type,
      String body,
      Optional<Duration> expiresIn) {
    Optional<Agent> agent = agent(tx, to);
    boolean isGone = agent.map(it -> it.status() == AgentStatus.REMOVED).orElse(false);
    if (isGone || isFull(tx, Mailboxes.box(to))) {
      return false;
    }
    Mail _ =
        new Sending(
                type,
                agent.map(Agent::name).orElse(Mailboxes.OWNER),
                Optional.empty(),
                body,
                expiresIn,
                Optional.empty(),
                Optional.empty())
            .send(tx, by, agent, Optional.empty());
    return true;
  }

  private static Optional<Agent> agent(Transaction tx, Principal principal) {
    return principal.agentId().flatMap(id -> Agents.find(tx, AgentId.parse(id)));
  }

  /**
   * Answers a mail that the caller has received, and acknowledges it.
   *
   * @throws SocietyException {@code no-mailbox} when it is of somebody who is no agent anywhere
   */
  public static Mail reply(Transaction tx, Caller caller, Mail to, String body) {
    if (to.origin().peer().isEmpty() && to.addresses().fromBox().isEmpty()) {
      throw SocietyException.refused(
          "no-mailbox",
          PeerText.plain(to.addresses().sender()) + " has no mailbox",
          "answer on the task that it is about:  sbp task comment ID TEXT");
    }
    if (to.addresses().toBox().equals(Optional.of(Mailboxes.box(caller))) && !to.state().isEnd()) {
      boolean _ = Mailboxes.acknowledge(tx, caller, to.id(), Optional.empty());
    }
    return new Sending(
            MailType.MESSAGE,
            to.origin().peer().isPresent()
                ? MailAddress.parse(to.sender()).name()
                : to.addresses().fromBox().orElse(Mailboxes.OWNER),
            to.origin().peer(),
            body,
            Optional.empty(),
            Optional.empty(),
            Optional.of(to))
        .send(tx, caller.onBehalfOf(tx, to.causes(tx)));
  }

  /**
   * Sends the mail: into the recipient's mailbox, or to the peer after the commit.
   *
   * @throws SocietyException {@code unknown-agent}, {@code too-large}, {@code mailbox-full}, {@code
   *     not-its-parent}
   */
  public Mail send(Transaction tx, Caller caller) {
    return send(tx, caller, Optional.empty());
  }

  /** Sends the mail, caused by an event. */
  public Mail send(Transaction tx, Caller caller, Optional<String> source) {
    requireFits(tx.node().config());
    Optional<Agent> agent =
        peer.isPresent() || name.equals(Mailboxes.OWNER)
            ? Optional.empty()
            : Optional.of(Agents.named(tx, name));
    if (agent.filter(it -> it.status() == AgentStatus.REMOVED).isPresent()) {
      throw SocietyException.refused(
          "agent-removed",
          "%s is removed, and reads no mail any more".formatted(agent.get().name()),
          "who there is:  sbp agent list");
    }
    if (type == MailType.SHUTDOWN) {
      requireParent(tx, caller, agent);
    }
    return send(tx, caller.authority(), agent, source);
  }

  private Mail send(Transaction tx, Authority by, Optional<Agent> agent, Optional<String> source) {
    Config config = tx.node().config();
    boolean isOfNode = by.principal().agentId().isPresent() || isNodesOwn(by.principal());
    String sender =
        agent(tx, by.principal())
            .map(Agent::name)
            .orElseGet(() -> isOfNode ? Mailboxes.OWNER : Entities.shown(tx, by.principal()));
    String id = tx.newId();
    String recipient =
        agent.map(Agent::name).orElse(name) + peer.map(it -> "@" + it.key()).orElse("");
    Optional<String> toBox =
        peer.isPresent()
            ? Optional.empty()
            : Optional.of(agent.map(it -> it.id().hex()).orElse(Mailboxes.OWNER));
    if (toBox.isPresent() && type != MailType.SHUTDOWN) {
      requireRoom(tx, toBox.get());
    }
    Optional<Long> forEpoch = type == MailType.SHUTDOWN ? agent.map(Agent::epoch) : epoch;
    Mail mail =
        new Mail(
                id,
                new Mail.Origin(peer.isPresent() ? Mail.Way.OUT : Mail.Way.LOCAL, peer, id),
                type,
                new Mail.Addresses(
                    sender,
                    recipient,
                    isOfNode ? Optional.of(Mailboxes.box(by.principal())) : Optional.empty(),
                    toBox),
                new Mail.Letter(
                    forEpoch,
                    tx.keep(Subject.mail(id), "body", body),
                    number(tx, sender, recipient),
                    inReplyTo.map(Mail::id)),
                tx.now(),
                tx.now().plus(expiresIn.orElse(config.get(MailSettings.EXPIRY))))
            .add(tx, tx.cause(by).from(source), Optional.empty(), 0);
    Mailboxes.emit(tx, by, mail, "sent", "mail.sent");
    if (peer.isPresent()) {
      peer.get().send(tx, "mail:" + id, onTheWire(mail), by);
    } else {
      Receipts.leave(tx, mail, MailReceipt.Kind.DELIVERED, Optional.empty());
    }
    return mail;
  }

  private static boolean isNodesOwn(Principal principal) {
    return principal.equals(Principal.OWNER) || principal.equals(Principal.SYSTEM);
  }

  private AgentMail onTheWire(Mail mail) {
    return new AgentMail(
        mail.id(),
        type,
        mail.sender(),
        Optional.of(name),
        mail.seq(),
        new Timestamp(mail.createdAt()),
        new AgentMail.About(
            Optional.of(new Timestamp(mail.expiresAt())),
            inReplyTo.map(it -> it.origin().peerId()),
            epoch),
        body,
        AgentMail.Carried.NOTHING);
  }

  private void requireFits(Config config) {
    int bytes = body.getBytes(StandardCharsets.UTF_8).length;
    int most = config.get(MailSettings.MAX_BODY_BYTES);
    if (bytes > most) {
      throw SocietyException.wrong(
          "too-large",
          "the mail has " + bytes + " bytes, more than " + most + " (mail.max_body_bytes)",
          "put the text into a file, and mail its name");
    }
  }

  /** Requires that the caller is an ancestor of the agent that it shuts down. */
  private static void requireParent(Transaction tx, Caller caller, Optional<Agent> agent) {
    if (caller.isUnbounded() && agent.isPresent()) {
      return;
    }
    Optional<Agent> above = agent;
    while (above.isPresent()) {
      if (above.get().parent().equals(caller.principal())) {
        return;
      }
      Optional<String> parent = above.get().parent().agentId();
      above = parent.isPresent() ? Agents.find(tx, AgentId.parse(parent.get())) : Optional.empty();
    }
    throw SocietyException.refused(
        "not-its-parent",
        "only the owner and the parents of an agent of this node may shut it down");
  }

  private static boolean isFull(Transaction tx, String box) {
    return waiting(tx, box) >= tx.node().config().get(MailSettings.MAX_WAITING);
  }

  private static void requireRoom(Transaction tx, String box) {
    if (isFull(tx, box)) {
      int most = tx.node().config().get(MailSettings.MAX_WAITING);
      throw SocietyException.refused(
          "mailbox-full",
          "the mailbox holds " + most + " unhandled mails (mail.max_waiting_mails)",
          "its reader has to handle some first:  sbp mail list --as NAME");
    }
  }

  static long waiting(Transaction tx, String box) {
    return tx.number("SELECT COUNT(*) FROM mail WHERE to_box = ? AND " + Mailboxes.UNHANDLED, box);
  }

  /** Returns the next sequence number of a sender's mail to a recipient. */
  static long number(Transaction tx, String sender, String recipient) {
    return tx.first(
            "INSERT INTO mail_counter (sender, recipient, seq, last_ms) VALUES (?, ?, 1, ?)"
                + " ON CONFLICT (sender, recipient) DO UPDATE SET seq = mail_counter.seq + 1,"
                + " last_ms = excluded.last_ms RETURNING seq",
            row -> row.number(1),
            sender,
            recipient,
            tx.nowMs())
        .orElseThrow();
  }
}
