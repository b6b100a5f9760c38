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
 * The other node.
 *
 * @param endpoint where it was when the mail was written, unless the peer table knows better
 */
public record Correspondent(PublicKey key, Endpoint endpoint) {
  /** What it is called in a row of something that goes to it, or comes from it. */
  public static final Map<String, String> COLUMNS =
      Map.of("peer.key", "peer", "peer.endpoint", "peer_endpoint");

  /** Sends it a mail, once the transaction is committed. */
  void send(Transaction tx, String id, AgentMail mail) {
    send(tx, id, mail, Authority.SYSTEM);
  }

  /** The same, on behalf of a cause whose answers may have to wait. */
  void send(Transaction tx, String id, AgentMail mail, Authority cause) {
    JsonObject item = OutboxItems.envelope(MessageType.DIRECT, mail.payload(), key, endpoint);
    boolean _ = tx.leave(id, "mail", OutboxItems.notBefore(item, Access.notBefore(cause)));
  }

  /** Offers it a task, or no longer does, once the transaction is committed. */
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

  /** Tells it how a task that it offered goes on, once the transaction is committed. */
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
