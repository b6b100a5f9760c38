package org.sovereignbook.sbp.frontend.mcp;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.mcp.McpAuthenticator;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.node.NodeLock;

/**
 * Authentication of a connection over standard input as an agent, after the owner has given {@code
 * --agent NAME}. The token lasts as long as the connection, is renewed regularly, and permits the
 * agent's tools only. Thread-safe.
 */
final class AgentSeat implements McpAuthenticator, AutoCloseable {
  private static final String TOOL = "agent_token";

  /** The divisor for the part of a token's life that is left at renewal. */
  private static final int LEFT = 4;

  private final Ledger ledger;
  private final ToolGate gate;
  private final String agent;
  private final Optional<String> owner;
  private final List<String> tools;
  private final Duration life;
  private Tokens.Issued issued;
  private NodeLock held;

  /**
   * Makes the first token.
   *
   * @param owner the token of the agent's ancestor; empty for the owner
   * @param tools the tools that it permits
   */
  AgentSeat(
      Ledger ledger,
      ToolGate gate,
      String agent,
      Optional<String> owner,
      List<String> tools,
      Duration life) {
    this.ledger = ledger;
    this.gate = gate;
    this.agent = agent;
    this.owner = owner;
    this.tools = tools;
    this.life = life;
    HeldTokens.revokeLeft(ledger);
    Held first = issue();
    this.issued = first.token();
    this.held = first.lock();
  }

  /** A token, and the lock that shows that its process is alive. */
  private record Held(Tokens.Issued token, NodeLock lock) {}

  @Override
  public synchronized Optional<McpCaller> caller(Optional<String> bearer) {
    Tokens.Token token = issued.token();
    long nowMs = ledger.node().clock().millis();
    Duration left = Duration.between(token.createdAt(), token.expiresAt()).dividedBy(LEFT);
    if (!token.isGood(nowMs) || nowMs > token.expiresAt().minus(left).toEpochMilli()) {
      renew();
    }
    return gate.caller(Optional.of(issued.secret()));
  }

  /** Renews the token. An agent without rights at present keeps its token. */
  private void renew() {
    Held next;
    try {
      next = issue();
    } catch (SocietyException e) {
      return;
    }
    Held following = next;
    ledger.run(tx -> new ShownText(tx).follow(issued.token().id(), following.token().token().id()));
    revoke();
    issued = next.token();
    held = next.lock();
  }

  /** Issues a token after acquiring its lock, so that no valid token is ever without one. */
  private Held issue() {
    return Permissions.run(
        ledger,
        call("issue"),
        (tx, caller) -> {
          Tokens.Issued made =
              Tokens.issue(
                  tx,
                  caller,
                  Agents.named(tx, agent),
                  new Globs(tools),
                  Optional.of(life),
                  new Tokens.Use(ProofRule.Purpose.CONNECTION, ToolGate.CHANNEL));
          return new Held(made, HeldTokens.hold(ledger.node(), made.token()));
        });
  }

  private void revoke() {
    Tokens.Token _ =
        Permissions.run(
            ledger,
            call("revoke"),
            (tx, caller) ->
                Tokens.revoke(tx, caller, Agents.named(tx, agent), issued.token().id()));
    HeldTokens.free(ledger.node(), issued.token(), held);
  }

  private ToolCall call(String what) {
    JsonObject arguments = JsonObject.builder().put("agent", agent).put("what", what).build();
    return new ToolCall(TOOL, arguments, ToolGate.CHANNEL, Optional.empty(), owner);
  }

  /** Revokes the token at the end of the connection. */
  @Override
  public synchronized void close() {
    revoke();
  }
}
