package org.sovereignbook.sbp.plugins.groups;

import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.mail.MailSettings;

/**
 * Sender of a part of a shared group, with the proofs of its envelope.
 *
 * @param sender the key that signed the envelope
 * @param isSender whether a key is the sender's, now or before a rotation
 */
record GroupSender(
    PublicKey sender,
    Endpoint endpoint,
    Predicate<PublicKey> isSender,
    TrustState trust,
    ContentHash envelope) {
  private static final String TOOL = "mail_send";

  Correspondent address() {
    return new Correspondent(sender, endpoint);
  }

  /** Returns whether the owner has decided on this peer, or another trust is enough here. */
  boolean isTrusted(Transaction tx) {
    return trust.compareTo(tx.config().get(MailSettings.MIN_TRUST)) >= 0;
  }

  /** Returns the authority that the policies give it; empty if they let it write nothing. */
  Optional<Authority> allowed(Transaction tx) {
    AccessDecision decision =
        Access.decide(tx, Entities.peer(tx, sender, trust), Access.here(tx, "mail"));
    JsonObject what = JsonObject.empty().with("envelope", envelope.toString());
    Access.Ruling verdict =
        Access.judge(tx, decision, TOOL, what, "envelope:" + envelope).verdict();
    return verdict == Access.Ruling.ALLOWED ? Optional.of(decision.authority()) : Optional.empty();
  }
}
