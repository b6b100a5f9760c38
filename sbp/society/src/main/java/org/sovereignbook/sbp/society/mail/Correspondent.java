package org.sovereignbook.sbp.society.mail;

import java.util.Map;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
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

  /**
   * Queues a mail to it on behalf of a cause, whose policies may delay it; it leaves after the
   * commit.
   *
   * @param id of the mail in the outbox; another mail with the same id changes nothing
   */
  public void send(Transaction tx, String id, AgentMail mail, Authority cause) {
    JsonObject item = OutboxItems.envelope(MessageType.DIRECT, mail.payload(), key, endpoint);
    boolean _ = tx.leave(id, "mail", OutboxItems.notBefore(item, Access.notBefore(cause)));
  }

  /**
   * Returns the number of the next mail to it that is for the node itself, not for an agent.
   *
   * @param from the name of the sender
   */
  public long number(Transaction tx, String from) {
    return Sending.number(tx, from, "@" + key);
  }
}
