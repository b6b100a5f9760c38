package org.sovereignbook.sbp.frontend.turns;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/**
 * Token with which the turns of one session call tools in this process. It ends with the process,
 * however that ends; another process then continues the turn.
 */
final class TurnSeat implements AutoCloseable {
  private final Ledger ledger;
  private final Tokens.Issued issued;
  private final NodeLock lock;

  /** Number of those who use it: its turn, and the calls that outlive it. */
  private final AtomicInteger users = new AtomicInteger(1);

  private record Held(Tokens.Issued issued, NodeLock lock) {}

  private TurnSeat(Ledger ledger, Held held) {
    this.ledger = ledger;
    this.issued = held.issued();
    this.lock = held.lock();
  }

  /** Issues a token for an agent, after it has revoked those of processes that have ended. */
  static TurnSeat of(Ledger ledger, String agent) {
    HeldTokens.revokeLeft(ledger);
    return new TurnSeat(
        ledger,
        ledger.<Held>write(
            tx -> {
              Tokens.Issued made =
                  Tokens.issue(
                      tx,
                      Caller.system(),
                      Agents.named(tx, agent),
                      Globs.ALL,
                      Optional.of(TurnLog.TOKEN_LIFE),
                      new Tokens.Use(ProofRule.Purpose.TURN, Channel.SESSION));
              return new Held(made, HeldTokens.hold(ledger.node(), made.token()));
            }));
  }

  String id() {
    return issued.token().id();
  }

  String secret() {
    return issued.secret();
  }

  /** Keeps it for a call that outlives its turn; each such call also closes it. */
  void keep() {
    int _ = users.incrementAndGet();
  }

  /** Ends it when nobody uses it any more. */
  @Override
  public void close() {
    if (users.decrementAndGet() == 0) {
      end();
    }
  }

  private void end() {
    try {
      ledger.run(
          tx ->
              Tokens.end(
                  tx,
                  Caller.system(),
                  Agents.find(tx, issued.token().agent()).orElseThrow(),
                  issued.token().id()));
    } catch (RuntimeException | Error e) {
      // Whoever finds the lock free ends the token.
      lock.close();
      throw e;
    }
    HeldTokens.free(ledger.node(), issued.token(), lock);
  }
}
