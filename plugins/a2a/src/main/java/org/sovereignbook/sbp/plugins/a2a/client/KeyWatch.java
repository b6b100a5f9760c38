package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;
import java.time.Instant;
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

  /**
   * Returns the agent as it may be called now.
   *
   * @throws RemoteAnswer.Malformed while its key is in doubt
   * @throws CliException while nothing says that its key is still its own
   */
  KnownAgent looked(KnownAgent agent) throws InterruptedException {
    if (agent.strangeKey().isPresent()) {
      throw doubt(agent);
    }
    Instant now = ledger.node().clock().instant();
    if (agent.readAt().plus(AGAIN).isAfter(now) && !agent.readAt().isAfter(now)) {
      return agent;
    }
    try {
      RemoteCard card =
          RemoteCard.read(
              new CardFetch(calls.client(), calls.tokens().read(agent.tokenFrom())),
              agent.cardUrl());
      return ledger
          .<Optional<KnownAgent>>write(tx -> noted(tx, agent, card))
          .orElseThrow(() -> doubt(agent));
    } catch (CliException e) {
      // Without a key, a card that does not answer says no less than one that does.
      if (agent.publicKey().isPresent() || e.exitCode() == ExitCode.NOT_VALID) {
        throw e;
      }
      return agent;
    }
  }

  private static RemoteAnswer.Malformed doubt(KnownAgent agent) {
    return new RemoteAnswer.Malformed(
        "its card has another key, or no key; see:  sbp a2a show " + agent.name());
  }

  private static Optional<KnownAgent> noted(Transaction tx, KnownAgent agent, RemoteCard card) {
    KnownAgents agents = new KnownAgents(tx);
    Optional<KnownAgent> stored =
        agents.find(agent.name()).filter(one -> one.card().equals(agent.card()));
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
   * Returns whether a card may stand for an agent with another key: the first key of its host, or
   * one to which rotations lead.
   */
  static boolean isFollowed(Transaction tx, KnownAgent agent, RemoteCard card) {
    Optional<PublicKey> before = agent.publicKey().map(PublicKey::parse);
    return card.key().isPresent()
        && (before.isEmpty()
            ? RemoteCard.isSameHost(agent.cardUrl(), card.at())
            : CardKeys.lead(card.keySet(), before.get(), card.key().get(), tx.now()));
  }
}
