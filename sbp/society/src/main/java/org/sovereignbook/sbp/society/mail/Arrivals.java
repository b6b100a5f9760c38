package org.sovereignbook.sbp.society.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.ledger.Turns;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.MailReceipt;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Rules for mail from peers: which peer may write to which agent, and the handling of mail that may
 * not reach its agent (docs/protocol-mail.md). Each mail is stored once, whatever envelopes carry
 * it.
 *
 * @param handlers for types of mail that are for the node itself
 */
record Arrivals(Map<MailType, Arrival.Handler> handlers) {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Turns TURNS =
      new Turns("mail", "peer", "to_box = ? AND state = 'delivered' AND turn > 0");

  private static final String USED_UP =
      "its sender's mails of this hour are used up (mail.peer_mails_per_hour)";

  /** Stores the mail, or returns why not and changes nothing. */
  Arrival.Handling take(Transaction tx, Arrival arrival) {
    return switch (arrival.mail().type()) {
      case RECEIPT -> receipts(tx, arrival);
      case MESSAGE, REVIEW_REQUEST -> forAgent(tx, arrival);
      case TASK_OFFER, TASK_RESULT -> forNode(tx, arrival);
      case SHUTDOWN -> Arrival.ordinary("a shutdown never leaves a node");
    };
  }

  private static Arrival.Handling receipts(Transaction tx, Arrival arrival) {
    int taken = 0;
    for (MailReceipt receipt : arrival.mail().carried().receipts()) {
      Optional<Mail> mail = ours(tx, arrival, receipt.of());
      if (mail.isPresent() && Receipts.take(tx, mail.get(), receipt)) {
        taken++;
        tx.append(
            LedgerEvent.of(
                "mail:" + mail.get().id() + ":" + receipt.kind(),
                "mail." + receipt.kind(),
                arrival.authority(tx, "mail"),
                mail.get().subject()));
      }
    }
    return new Arrival.Handling(
        taken > 0 ? Arrival.How.TAKEN : Arrival.How.DROPPED,
        taken > 0 ? "receipt for our mail" : "receipt for no mail of ours to this peer, or again");
  }

  /** Returns this node's mail with this id if it went to the same peer. */
  private static Optional<Mail> ours(Transaction tx, Arrival arrival, String id) {
    return Mail.find(tx, id)
        .filter(mail -> mail.way() == Mail.Way.OUT && mail.isOf(arrival.isSender()));
  }

  private Arrival.Handling forNode(Transaction tx, Arrival arrival) {
    return Optional.ofNullable(handlers.get(arrival.mail().type()))
        .map(handler -> handler.take(tx, arrival))
        .orElseGet(() -> Arrival.ordinary("no agent of this node takes tasks of peers"));
  }

  /** Returns that mail waits for an hour with fewer mails of its sender, if it is trusted. */
  static Optional<Arrival.Handling> overHour(Transaction tx, Arrival arrival) {
    return isTrusted(arrival, tx.node().config()) && isHourUsedUp(tx, arrival)
        ? Optional.of(waits(USED_UP))
        : Optional.empty();
  }

  private static Arrival.Handling forAgent(Transaction tx, Arrival arrival) {
    AgentMail mail = arrival.mail();
    for (Mail known : Mail.ROWS.list(tx, "WHERE peer_id = ? AND way = 'in'", mail.id())) {
      if (known.isOf(arrival.isSender())) {
        return new Arrival.Handling(Arrival.How.TAKEN, "mail " + known.id() + " came again");
      }
    }
    String name = mail.to().orElseThrow();
    Optional<Mail> asked =
        mail.about().inReplyTo().isPresent()
            ? ours(tx, arrival, mail.about().inReplyTo().get())
            : Optional.empty();
    Optional<Mail> answered = asked.filter(one -> one.sender().equals(name));
    Optional<Agent> agent = recipient(tx, name, answered);
    boolean isOpen = agent.filter(it -> Agents.mailReach(tx, it) == AgentReach.PEERS).isPresent();
    if ((agent.isEmpty() && !name.equals(Mailboxes.OWNER)) || (!isOpen && answered.isEmpty())) {
      return Arrival.ordinary("no agent of that name takes mail of peers");
    }
    Config config = tx.node().config();
    if (!isTrusted(arrival, config)) {
      return Arrival.ordinary(arrival.whose() + " may not write to agents (mail.min_trust)");
    }
    String box = agent.map(it -> it.id().hex()).orElse(Mailboxes.OWNER);
    Optional<String> wait = overBudget(tx, arrival, config, box);
    if (wait.isPresent()) {
      return waits(wait.get());
    }
    Optional<Arrival.Handling> refused =
        arrival.refused(tx, "mail", "mail_send", "write to agents");
    if (refused.isPresent()) {
      return refused.get();
    }
    put(tx, arrival, config, agent, box, asked);
    return new Arrival.Handling(Arrival.How.TAKEN, "mail " + arrival.localId() + " for " + name);
  }

  /**
   * Returns the agent that sent the mail being answered, even under a new name; otherwise the agent
   * with this name.
   */
  private static Optional<Agent> recipient(Transaction tx, String name, Optional<Mail> answered) {
    if (answered.isPresent()) {
      Optional<String> asker =
          answered.get().addresses().fromBox().filter(box -> !box.equals(Mailboxes.OWNER));
      return asker.isPresent() ? Agents.find(tx, AgentId.parse(asker.get())) : Optional.empty();
    }
    Optional<Agent> living = Agents.living(tx, name);
    return living.isPresent() ? living : Agents.removed(tx, name);
  }

  private static boolean isTrusted(Arrival arrival, Config config) {
    return arrival.trust().compareTo(config.get(MailSettings.MIN_TRUST)) >= 0;
  }

  private static Arrival.Handling waits(String why) {
    return new Arrival.Handling(Arrival.How.WAITS, why);
  }

  private static Optional<String> overBudget(
      Transaction tx, Arrival arrival, Config config, String box) {
    if (isHourUsedUp(tx, arrival)) {
      return Optional.of(USED_UP);
    }
    String peer = arrival.sender().toString();
    long waiting = count(tx, "mail", "peer = ? AND way = 'in' AND " + Mailboxes.UNHANDLED, peer);
    if (waiting >= config.get(MailSettings.PEER_WAITING)) {
      return Optional.of("as many of its sender's wait as may (mail.peer_waiting_mails)");
    }
    // The remainder is reserved for peers with more trust, and for mail within the node.
    int share = arrival.trust().compareTo(TrustState.KNOWN) > 0 ? 2 : 4;
    return Sending.waiting(tx, box) >= Math.ceilDiv(config.get(MailSettings.MAX_WAITING), share)
        ? Optional.of("the mailbox is full for peers of this trust (mail.max_waiting_mails)")
        : Optional.empty();
  }

  private static boolean isHourUsedUp(Transaction tx, Arrival arrival) {
    String lately = "peer = ? AND way = 'in' AND created_ms > ?";
    String peer = arrival.sender().toString();
    long since = tx.nowMs() - HOUR.toMillis();
    long others =
        tx.features().of(MailFeature.class).stream()
            .mapToLong(
                feature ->
                    // What one that fails has taken does not count.
                    ItemFault.orElse(
                        () -> feature.arrivedSince(tx, arrival.sender(), since), _ -> 0L))
            .sum();
    return count(tx, "mail", lately, peer, since) + others
        >= tx.node().config().get(MailSettings.PEER_MAILS_PER_HOUR);
  }

  private static long count(Transaction tx, String table, String which, Object... parameters) {
    return tx.number("SELECT COUNT(*) FROM " + table + " WHERE " + which, parameters);
  }

  private static void put(
      Transaction tx,
      Arrival arrival,
      Config config,
      Optional<Agent> agent,
      String box,
      Optional<Mail> answered) {
    AgentMail mail = arrival.mail();
    String id = arrival.localId();
    arrival.enter(tx, "mail", Subject.mail(id));
    Instant latest = tx.now().plus(config.get(MailSettings.EXPIRY));
    Instant expires =
        mail.about()
            .expiresAt()
            .map(Timestamp::instant)
            .filter(at -> at.isBefore(latest))
            .orElse(latest);
    Mail here =
        new Mail(
                id,
                new Mail.Origin(Mail.Way.IN, Optional.of(arrival.peer()), mail.id()),
                mail.type(),
                new Mail.Addresses(
                    mail.from() + "@" + arrival.sender(),
                    mail.to().orElseThrow(),
                    Optional.empty(),
                    Optional.of(box)),
                new Mail.Letter(
                    mail.about().epoch(),
                    tx.keep(Subject.mail(id), "body", mail.body()),
                    mail.seq(),
                    answered.map(Mail::id)),
                tx.now(),
                expires)
            .add(
                tx,
                arrival.cause(tx, "mail"),
                Optional.of(arrival.envelope().toString()),
                TURNS.next(tx, arrival.sender().toString(), box));
    if (!expires.isAfter(tx.now())) {
      Mailboxes.end(tx, here, MailReceipt.Kind.EXPIRED, Optional.empty());
    } else if (agent.filter(it -> it.status().isEnd()).isPresent()) {
      Mailboxes.end(tx, here, MailReceipt.Kind.REFUSED, Optional.of("removed"));
    } else if (mail.about().epoch().isPresent()
        && !mail.about().epoch().equals(agent.map(Agent::epoch))) {
      Mailboxes.end(tx, here, MailReceipt.Kind.REFUSED, Optional.of("epoch"));
    } else {
      Receipts.leave(tx, here, MailReceipt.Kind.DELIVERED, Optional.empty());
      tx.append(
          LedgerEvent.of(
                  "mail:" + id + ":delivered",
                  "mail.delivered",
                  arrival.authority(tx, "mail"),
                  here.subject())
              .with(JsonObject.builder().put("type", mail.type().toString()).build())
              .causedBy(arrival.event()));
    }
  }
}
