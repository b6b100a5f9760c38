package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/**
 * Watch over the keys of remote agents: a card is read again from time to time. A new key is
 * followed when a chain of rotations leads to it; otherwise nothing more is sent until the owner
 * says which key is right.
 */
record KeyWatch(Ledger ledger, RemoteCalls calls) {
  private static final Duration AGAIN = Duration.ofHours(1);

  /** Returns the agent as it may be called now; empty while its key is in doubt. */
  Optional<KnownAgent> looked(KnownAgent agent) throws InterruptedException {
    if (agent.strangeKey().isPresent()) {
      return Optional.empty();
    }
    if (agent.readAt().plus(AGAIN).isAfter(ledger.node().clock().instant())) {
      return Optional.of(agent);
    }
    try {
      RemoteCard card =
          RemoteCard.read(
              new CardFetch(calls.client(), calls.tokens().read(agent.tokenFrom())),
              agent.cardUrl());
      return ledger.write(tx -> noted(tx, agent, card));
    } catch (CliException e) {
      // Unreachable: the call itself will say so. Not valid: nothing is sent on the word of that.
      return e.exitCode() == ExitCode.NOT_VALID ? Optional.empty() : Optional.of(agent);
    }
  }

  private static Optional<KnownAgent> noted(Transaction tx, KnownAgent agent, RemoteCard card) {
    KnownAgents agents = new KnownAgents(tx);
    Optional<KnownAgent> stored = agents.find(agent.name());
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    Optional<PublicKey> now = card.key();
    boolean isSame = stored.get().publicKey().equals(now.map(PublicKey::toString));
    boolean isFollowed = isSame || isFollowed(tx, stored.get(), card);
    tx.update(
        "UPDATE a2a_agent SET read_ms = ?, public_key = ?, strange_key = ?, worker = ?"
            + " WHERE name = ?",
        tx.nowMs(),
        isFollowed ? now.map(PublicKey::toString) : stored.get().publicKey(),
        isFollowed
            ? Optional.empty()
            : Optional.of(now.map(PublicKey::toString).orElse(KnownAgent.NO_KEY)),
        (isFollowed && !isSame
                ? agents.principal(agent.name(), now, Authority.SYSTEM)
                : stored.get().worker())
            .text(),
        agent.name());
    if (!isSame) {
      agents.emit(stored.get(), isFollowed ? "rotated" : "doubted", Authority.SYSTEM);
    }
    return isFollowed ? agents.find(agent.name()) : Optional.empty();
  }

  /**
   * Returns whether a card may stand for an agent with another key: its first key, or one to which
   * rotations lead.
   */
  static boolean isFollowed(Transaction tx, KnownAgent agent, RemoteCard card) {
    Optional<PublicKey> before = agent.publicKey().map(PublicKey::parse);
    return card.key().isPresent()
        && (before.isEmpty()
            || CardKeys.lead(card.keySet(), before.get(), card.key().get(), tx.now()));
  }
}
