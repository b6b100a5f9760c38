package org.sovereignbook.sbp.authority.agents;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.UtcTime;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Authentication of agents (CORDELIA §1.5): bearer tokens, stored only as hashes, and signatures
 * over a nonce, which earn a token.
 */
public final class Tokens {
  /** Prefix of the nonce in the bytes that an agent signs. */
  public static final String CHALLENGE_PREFIX = "cordelia-agent-auth-v1";

  public static final int NONCE_BYTES = 32;
  public static final Duration CHALLENGE_TTL = Duration.ofSeconds(60);

  /** A year; after that a new token must be issued. */
  public static final int MAX_TTL_SECONDS = 366 * 86_400;

  private static final String TOKEN_PREFIX = "sbpa_";
  private static final int MAX_TOKEN_CHARACTERS = 200;
  private static final int MAX_CHALLENGES = 100;
  private static final String OPEN = Ahead.isAhead("expires_ms", CHALLENGE_TTL);

  /**
   * Description of a token, without its secret.
   *
   * @param scope the tools that it is valid for, as far as the agent has them
   * @param issuedBy the token by which its issuer was authenticated, if by one
   * @param channel the channel of all calls with it; empty for commands and MCP
   * @param purpose what it is for; empty for one that is handed out
   * @param ended who ended it, as far as that is known
   */
  public record Token(
      String id,
      @Shape.Hidden AgentId agent,
      @Shape.Named("tools") Globs scope,
      Instant createdAt,
      Instant expiresAt,
      Optional<Instant> revokedAt,
      @Shape.Hidden Optional<String> issuedBy,
      @Shape.Hidden Optional<String> channel,
      @Shape.Hidden Optional<ProofRule.Purpose> purpose,
      @Shape.Hidden Optional<Ended> ended) {
    /** Returns whether the token is valid at that time. */
    public boolean isGood(long nowMs) {
      return revokedAt.isEmpty()
          && TimeJudge.isInForce(createdAt.toEpochMilli(), expiresAt.toEpochMilli(), nowMs);
    }
  }

  /** How a revoked token ended. */
  public enum Ended {
    /** By the run, turn or team that it was for; its processes may go on. */
    PROGRAM,
    /** Likewise, and all its processes are known to be gone. */
    GONE
  }

  /** Use of a token that the program issues for itself. */
  public record Use(ProofRule.Purpose purpose, String channel) {}

  /**
   * Token at the time of its creation, the only time when its secret is visible.
   *
   * @param secret the bearer token
   */
  public record Issued(Token token, String secret) {
    @Override
    public String toString() {
      return "Issued[" + token.id() + "]";
    }
  }

  /**
   * Result of checking a bearer token.
   *
   * @param holder who holds it, with its agent; empty for an unknown token
   * @param problem why the token is invalid; empty when it is valid
   */
  record Proof(Optional<TokenHolders.Holder> holder, String problem) {
    String id() {
      return holder.map(it -> it.token().id()).orElse("");
    }

    Optional<Agent> agent() {
      return holder.map(TokenHolders.Holder::agent);
    }
  }

  private record Hash(String hash) {}

  private static final Rows<Token> ROWS = new Rows<>("agent_token", Token.class, Globs.STORED);

  private Tokens() {}

  /**
   * Issues a token for commands and MCP; the caller must be above the agent. The token ends with
   * the token by which its issuer was authenticated, if not before.
   *
   * @param ttl the node's setting, when empty
   */
  public static Issued issue(
      Transaction tx, Caller caller, Agent agent, Globs scope, Optional<Duration> ttl) {
    return issue(tx, caller, agent, scope, ttl, Optional.empty());
  }

  /**
   * Issues a token for one purpose, whose calls always come by this channel, whatever its bearer
   * says.
   */
  public static Issued issue(
      Transaction tx, Caller caller, Agent agent, Globs scope, Optional<Duration> ttl, Use use) {
    return issue(tx, caller, agent, scope, ttl, Optional.of(use));
  }

  private static Issued issue(
      Transaction tx,
      Caller caller,
      Agent agent,
      Globs scope,
      Optional<Duration> ttl,
      Optional<Use> use) {
    ToolRights.requireAbove(tx, caller, agent);
    return make(tx, caller, agent, scope.meet(caller.capabilities().tools()), ttl, use);
  }

  private static Issued make(
      Transaction tx,
      Caller caller,
      Agent agent,
      Globs scope,
      Optional<Duration> ttl,
      Optional<Use> use) {
    requireCapacity(tx, caller, agent);
    byte[] random = new byte[32];
    tx.node().random().nextBytes(random);
    String secret = TOKEN_PREFIX + Base64Url.encode(random);
    Duration good = ttl.orElseGet(() -> tx.node().config().get(AgentsSettings.TOKEN_TTL));
    Token token =
        new Token(
            tx.newId(),
            agent.id(),
            scope,
            tx.now(),
            Instant.ofEpochMilli(Math.min(tx.nowMs() + good.toMillis(), end(tx, caller))),
            Optional.empty(),
            caller.token(),
            use.map(Use::channel),
            use.map(Use::purpose),
            Optional.empty());
    String event = emit(tx, caller, agent, token.id(), "issued");
    Cause cause = tx.cause(caller.authority());
    ROWS.insert(tx, token, new Hash(hash(secret)), cause.from(Optional.of(event)));
    return new Issued(token, secret);
  }

  /** Returns when the token ends by which the caller was authenticated. */
  private static long end(Transaction tx, Caller caller) {
    return caller
        .token()
        .flatMap(id -> ROWS.first(tx, "WHERE id = ?", id))
        .map(token -> token.expiresAt().toEpochMilli())
        .orElse(Long.MAX_VALUE);
  }

  /** The node's own tokens for single turns, hooks and calls do not count: it bounds those. */
  private static void requireCapacity(Transaction tx, Caller caller, Agent agent) {
    if (!agent.status().works()) {
      throw SocietyException.refused(
          "invalid_transition", "%s is %s".formatted(agent.name(), agent.status()));
    }
    if (caller.principal().equals(Principal.SYSTEM)) {
      return;
    }
    long good =
        tx.number(
            "SELECT COUNT(*) FROM agent_token WHERE agent = ? AND revoked_ms IS NULL"
                + " AND principal <> ? AND expires_ms > ? AND "
                + Ahead.isPast("created_ms"),
            agent.id().hex(),
            Principal.SYSTEM.text(),
            tx.nowMs(),
            tx.nowMs());
    int most = tx.node().config().get(AgentsSettings.MAX_TOKENS);
    if (good >= most) {
      throw SocietyException.refused(
          "too-many-tokens",
          "%s has %d good tokens, which is the most".formatted(agent.name(), good),
          "all of them:  sbp agent token %s --list".formatted(agent.name()));
    }
  }

  /**
   * Returns the tokens of an agent that are stored, newest first; the caller must be above the
   * agent.
   */
  public static List<Token> of(Transaction tx, Caller caller, Agent agent) {
    ToolRights.requireAbove(tx, caller, agent);
    return of(tx, agent);
  }

  private static List<Token> of(Transaction tx, Agent agent) {
    return ROWS.list(tx, "WHERE agent = ? ORDER BY created_ms DESC, id", agent.id().hex());
  }

  /**
   * Revokes a token at once, and all tokens that were issued with it; the caller must be above the
   * agent.
   */
  public static Token revoke(Transaction tx, Caller caller, Agent agent, String id) {
    ToolRights.requireAbove(tx, caller, agent);
    int ended =
        tx.update(
            "UPDATE agent_token SET revoked_ms = ? WHERE id = ? AND agent = ?"
                + " AND revoked_ms IS NULL",
            tx.nowMs(),
            id,
            agent.id().hex());
    Token token =
        ROWS.first(tx, "WHERE id = ? AND agent = ?", id, agent.id().hex())
            .orElseThrow(
                () ->
                    SocietyException.notFound(
                        "unknown-token",
                        "%s has no token of this id".formatted(agent.name()),
                        "all of them:  sbp agent token %s --list".formatted(agent.name())));
    if (ended > 0) {
      emit(tx, caller, agent, id, "revoked");
    }
    revokeEach(tx, ROWS.list(tx, "WHERE issued_by = ? AND revoked_ms IS NULL", id));
    return token;
  }

  private static void revokeEach(Transaction tx, List<Token> tokens) {
    for (Token token : tokens) {
      Token _ = revoke(tx, Caller.system(), AgentRows.require(tx, token.agent()), token.id());
    }
  }

  /**
   * Revokes a token that was issued for one purpose and whose processes are gone, and deletes it:
   * events still record it. One that its holder has revoked stays, because it counts for a day.
   */
  public static void end(Transaction tx, Caller caller, Agent agent, String id) {
    boolean isByHolder =
        tx.exists("SELECT 1 FROM agent_token WHERE id = ? AND revoked_ms IS NOT NULL", id);
    Token ended = revoke(tx, caller, agent, id);
    if (!isByHolder) {
      tx.update("DELETE FROM agent_token WHERE id = ?", ended.id());
    }
  }

  /** Revokes a token when the run that it was issued for ends, unless it is revoked already. */
  public static void endRun(Transaction tx, Caller caller, Agent agent, String id) {
    boolean isGood = tx.exists("SELECT 1 FROM agent_token WHERE id = ? AND revoked_ms IS NULL", id);
    if (isGood) {
      Token _ = revoke(tx, caller, agent, id);
      tx.update("UPDATE agent_token SET ended = 'program' WHERE id = ?", id);
    }
  }

  /**
   * Records that all processes that had a token are gone. A token that its holder has ended is left
   * out: it may have ended it to be no agent afterwards.
   */
  public static void gone(Transaction tx, String id) {
    tx.update("UPDATE agent_token SET ended = 'gone' WHERE id = ? AND ended = 'program'", id);
  }

  /**
   * Revokes all tokens of an agent at once, and all that it has issued, down the tree; the caller
   * must be above the agent.
   */
  public static void revokeAll(Transaction tx, Caller caller, Agent agent) {
    ToolRights.requireAbove(tx, caller, agent);
    for (Token token : of(tx, agent)) {
      if (token.isGood(tx.nowMs())) {
        Token _ = revoke(tx, caller, agent, token.id());
      }
    }
    revokeUntraced(tx, agent);
  }

  /**
   * Revokes all tokens that name only the issuing agent: those older than {@code issued_by}, and
   * those that the owner issued in the agent's name.
   */
  private static void revokeUntraced(Transaction tx, Agent agent) {
    List<Token> issued =
        ROWS.list(
            tx,
            "WHERE principal = ? AND agent <> ? AND issued_by IS NULL AND revoked_ms IS NULL",
            agent.principal().text(),
            agent.id().hex());
    revokeEach(tx, issued);
    for (Token token : issued) {
      revokeUntraced(tx, AgentRows.require(tx, token.agent()));
    }
  }

  static boolean isStored(Transaction tx, String id) {
    return tx.exists("SELECT 1 FROM agent_token WHERE id = ?", id);
  }

  /**
   * Revokes the token of a process that has ended, unless it is revoked already. Nothing of a turn
   * outlives its process, which ends the programs that it runs.
   */
  public static void revokeLeft(Transaction tx, String id) {
    for (Token token : ROWS.list(tx, "WHERE id = ? AND revoked_ms IS NULL", id)) {
      Agent agent = AgentRows.require(tx, token.agent());
      if (token.purpose().filter(ProofRule.Purpose.TURN::equals).isPresent()) {
        end(tx, Caller.system(), agent, id);
      } else {
        endRun(tx, Caller.system(), agent, id);
      }
    }
  }

  /** Returns whether a token is valid for at least so long from now. */
  public static boolean isGoodFor(Transaction tx, String id, Duration least) {
    return ROWS.first(tx, "WHERE id = ?", id)
        .filter(token -> token.isGood(tx.nowMs()))
        .filter(token -> token.isGood(tx.nowMs() + least.toMillis()))
        .isPresent();
  }

  /** Extends a valid token that ends sooner, while its process lives. */
  public static void extend(Transaction tx, String id, Duration life) {
    tx.update(
        "UPDATE agent_token SET expires_ms = ? WHERE id = ? AND revoked_ms IS NULL"
            + " AND expires_ms BETWEEN ? AND ?",
        tx.nowMs() + life.toMillis(),
        id,
        tx.nowMs(),
        tx.nowMs() + life.toMillis() / 2);
  }

  /**
   * Agent whose last long-lived token expires soon, or has expired.
   *
   * @param agent its name
   * @param at when the last of these tokens expires
   */
  public record Ending(String agent, Timestamp at, boolean isOver) {}

  /**
   * Returns the agents whose tokens expire within a week from now, or expired within the last week;
   * tokens of connections do not count.
   */
  public static List<Ending> ending(Transaction tx) {
    long week = Duration.ofDays(7).toMillis();
    return tx.list(
        "SELECT a.name, MAX(t.expires_ms) FROM agent_token t JOIN agent a ON a.id = t.agent"
            + " WHERE a.living_name IS NOT NULL AND t.revoked_ms IS NULL"
            + " AND t.expires_ms - t.created_ms > ? GROUP BY a.id, a.name"
            + " HAVING MAX(t.expires_ms) BETWEEN ? AND ? ORDER BY a.name",
        row ->
            new Ending(row.text(1), Timestamp.ofMillis(row.number(2)), row.number(2) <= tx.nowMs()),
        week,
        tx.nowMs() - week,
        tx.nowMs() + week);
  }

  static Proof prove(Transaction tx, String secret) {
    Optional<TokenHolders.Holder> found =
        secret.length() > MAX_TOKEN_CHARACTERS ? Optional.empty() : holder(tx, hash(secret));
    if (found.isEmpty()) {
      return new Proof(found, "unknown token");
    }
    Token token = found.get().token();
    Agent agent = found.get().agent();
    String problem =
        token.revokedAt().isPresent()
            ? "the token of %s was revoked".formatted(agent.name())
            : token.isGood(tx.nowMs()) ? "" : whyNot(token, agent, tx.nowMs());
    return new Proof(found, problem);
  }

  private static Optional<TokenHolders.Holder> holder(Transaction tx, String hash) {
    return TokenHolders.of(
        tx,
        hash,
        () ->
            ROWS.first(tx, "WHERE hash = ?", hash)
                .map(
                    token -> {
                      Agent agent = AgentRows.require(tx, token.agent());
                      return new TokenHolders.Holder(token, agent, Effective.of(tx, agent));
                    }));
  }

  private static String whyNot(Token token, Agent agent, long nowMs) {
    return token.expiresAt().toEpochMilli() <= nowMs
        ? "the token of %s has expired".formatted(agent.name())
        : "the token of %s was made at %s, which is yet to come: the clock was set back"
            .formatted(agent.name(), UtcTime.text(token.createdAt()));
  }

  /**
   * Returns a nonce for the agent to sign behind {@link #CHALLENGE_PREFIX}; valid once, for a
   * minute.
   */
  public static byte[] challenge(Transaction tx, Agent agent) {
    tx.update("DELETE FROM agent_challenge WHERE NOT " + OPEN, tx.nowMs());
    if (tx.number("SELECT COUNT(*) FROM agent_challenge WHERE agent = ?", agent.id().hex())
        >= MAX_CHALLENGES) {
      throw SocietyException.refused(
          "too-many-challenges", "%s has too many open challenges".formatted(agent.name()));
    }
    byte[] nonce = new byte[NONCE_BYTES];
    tx.node().random().nextBytes(nonce);
    tx.update(
        "INSERT INTO agent_challenge (hash, agent, expires_ms) VALUES (?, ?, ?)",
        ContentHash.ofBytes(nonce).hex(),
        agent.id().hex(),
        tx.nowMs() + CHALLENGE_TTL.toMillis());
    return nonce;
  }

  /** Returns the bytes to sign as the answer to a challenge. */
  public static byte[] signedBytes(byte[] nonce) {
    byte[] prefix = CHALLENGE_PREFIX.getBytes(StandardCharsets.US_ASCII);
    byte[] both = new byte[prefix.length + nonce.length];
    System.arraycopy(prefix, 0, both, 0, prefix.length);
    System.arraycopy(nonce, 0, both, prefix.length, nonce.length);
    return both;
  }

  /**
   * Takes an answer to a challenge, the first and only one.
   *
   * @return whether the agent's signature is valid; the reason of a failure is not disclosed
   */
  public static boolean answered(Transaction tx, Agent agent, byte[] nonce, Signature signature) {
    int open =
        tx.update(
            "DELETE FROM agent_challenge WHERE hash = ? AND agent = ? AND " + OPEN,
            ContentHash.ofBytes(nonce).hex(),
            agent.id().hex(),
            tx.nowMs());
    return open == 1
        && agent.status().works()
        && Ed25519.verify(signedBytes(nonce), signature, agent.key());
  }

  /** Issues a token for an agent that has answered a challenge, in the agent's own name. */
  public static Issued forAnswer(Transaction tx, Agent agent, Optional<Duration> ttl) {
    Caller self = Caller.of(agent, agent.declared(), AgentReach.NODE, "command", Optional.empty());
    return make(tx, self, agent, Globs.ALL, ttl, Optional.empty());
  }

  private static String emit(Transaction tx, Caller caller, Agent agent, String id, String what) {
    String event = "agent:%s:token:%s:%s".formatted(agent.id(), id, what);
    tx.append(
        LedgerEvent.of(event, "agent.token_" + what, caller.authority(), agent.subject())
            .with(JsonObject.builder().put("token", id).build()));
    return event;
  }

  private static String hash(String secret) {
    return ContentHash.ofBytes(secret.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
