package org.sovereignbook.sbp.society.mail;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TaskOffer;
import org.sovereignbook.sbp.base.protocol.TaskResult;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.OutboxItems;

/**
 * The other node of a mail or an offer.
 *
 * @param endpoint the endpoint when the mail was written; an endpoint in the peer table takes
 *     precedence
 */
public record Correspondent(PublicKey key, Endpoint endpoint) {
  /** The columns that hold it in a row. */
  public static final Map<String, String> COLUMNS =
      Map.of("peer.key", "peer", "peer.endpoint", "peer_endpoint");

  /** Queues a mail to it; the mail leaves after the commit. */
  void send(Transaction tx, String id, AgentMail mail) {
    send(tx, id, mail, Authority.SYSTEM);
  }

  /** Queues a mail to it on behalf of a cause. The policies of the cause may delay the mail. */
  void send(Transaction tx, String id, AgentMail mail, Authority cause) {
    JsonObject item = OutboxItems.envelope(MessageType.DIRECT, mail.payload(), key, endpoint);
    boolean _ = tx.leave(id, "mail", OutboxItems.notBefore(item, Access.notBefore(cause)));
  }

  /** Queues the offer or withdrawal of a task; it leaves after the commit. */
  public void send(Transaction tx, String from, TaskOffer offer, Timestamp expires) {
    String text =
        offer.state() == TaskOffer.State.OFFERED
            ? "Offers a task: " + offer.title()
            : "The task is offered no more: " + offer.title();
    send(
        tx,
        "offer:" + offer.id() + ":" + offer.state(),
        forNode(
            tx,
            MailType.TASK_OFFER,
            from,
            text,
            Optional.of(expires),
            Optional.of(offer),
            Optional.empty()));
  }

  /** Queues news on a task that it offered; the mail leaves after the commit. */
  public void send(Transaction tx, String from, TaskResult result, Authority cause) {
    send(
        tx,
        "result:" + result.offer() + ":" + key + ":" + result.state(),
        forNode(
            tx,
            MailType.TASK_RESULT,
            from,
            "The offered task is " + result.state() + ".",
            Optional.empty(),
            Optional.empty(),
            Optional.of(result)),
        cause);
  }

  private AgentMail forNode(
      Transaction tx,
      MailType type,
      String from,
      String text,
      Optional<Timestamp> expires,
      Optional<TaskOffer> offer,
      Optional<TaskResult> result) {
    return new AgentMail(
        tx.newId(),
        type,
        from,
        Optional.empty(),
        Sending.number(tx, from, "@" + key),
        new Timestamp(tx.now()),
        expires,
        Optional.empty(),
        Optional.empty(),
        text,
        List.of(),
        offer,
        result);
  }
}
