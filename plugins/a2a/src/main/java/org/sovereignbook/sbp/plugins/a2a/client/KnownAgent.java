package org.sovereignbook.sbp.plugins.a2a.client;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Agent of somebody else that works for this node.
 *
 * @param name the owner's name for it
 * @param card the address of its card
 * @param publicKey the key that signs its card; empty for a card without a signature
 * @param strangeKey the key that its card has now, which nothing connects with the one before;
 *     {@code none} for no signature. While there is one, nothing is sent
 * @param worker the principal under which its words and its work stand
 * @param tenant the word that each request repeats; empty for none
 * @param takesProof whether it takes the proof of a node by its key
 * @param tokenFrom where the token for it is: {@code file:PATH} or {@code env:NAME}
 * @param dailySends how many messages it is sent in a day at most
 * @param saysId what it says of itself
 */
record KnownAgent(
    @Rows.Key String name,
    String card,
    Optional<String> publicKey,
    Optional<String> strangeKey,
    Principal worker,
    String url,
    RemoteBinding binding,
    String tenant,
    boolean streams,
    boolean takesProof,
    Optional<String> tokenFrom,
    int dailySends,
    String saysId,
    Instant addedAt,
    Instant readAt) {
  static final Rows<KnownAgent> ROWS = new Rows<>("a2a_agent", KnownAgent.class);

  /** Channel of what remote agents say. */
  static final String CHANNEL = "a2a_agent";

  /** Prefix of the roles of tasks for remote agents. */
  static final String ROLE = "a2a:";

  /** Key of an agent whose card has no signature. */
  static final String NO_KEY = "none";

  String role() {
    return ROLE + name;
  }

  URI cardUrl() {
    return URI.create(card);
  }

  Subject subject() {
    return new Subject("a2a_agent", name);
  }

  /** Returns what its words may cause now. */
  static Authority authority(Transaction tx, Principal worker) {
    return Access.decide(tx, worker, CHANNEL).authority();
  }
}
