package org.sovereignbook.sbp.mail;

import java.sql.SQLException;
import java.util.function.Predicate;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.LedgerEvent;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.Subject;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.protocol.AgentMail;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.TrustState;

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
    Outcome take(Transaction tx, Arrival arrival) throws SQLException;
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
  public record Outcome(How how, String text) {}

  static Outcome ordinary(String why) {
    return new Outcome(How.ORDINARY, why);
  }

  /** The id that the mail has in this node. */
  public String localId() {
    return AgentMail.localId(sender, mail.id());
  }

  /** On whose behalf everything happens that comes of it. */
  public Authority authority(String channel) {
    return new Authority(
        Principal.peer(sender),
        channel,
        JsonObject.builder().put("trust", trust.toString()).build());
  }

  /** The event by which it entered; false if it has entered before. */
  public boolean enter(Transaction tx, String channel, Subject subject) throws SQLException {
    return tx.append(
        LedgerEvent.of(
                event(),
                "mail.arrived",
                authority(channel),
                subject,
                new Subject("peer", sender.toString()))
            .with(JsonObject.builder().put("type", mail.type().toString()).build()));
  }

  /** The id of that event. */
  public String event() {
    return "envelope:" + envelope;
  }
}
