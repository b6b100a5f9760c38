package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * Text of others that agents were shown. It stays in a model's context after the task is submitted
 * and the mail acknowledged. So it bounds the agent until the attempt ends in which it was read;
 * text that was read over MCP, in a session, or without a task, bounds it until its token ends. The
 * owner can end it earlier.
 */
public record ShownText(Transaction tx) {
  /** Limit on different authors for each token; authors beyond it count as a stranger. */
  private static final int MAX_AUTHORS = 50;

  private static final Duration LATELY_KEPT = Duration.ofDays(30);

  static final String IN_FORCE =
      "SELECT authority_id FROM shown_text WHERE agent = ? AND token IN (?, '') AND (task = '' OR"
          + " EXISTS (SELECT 1 FROM task WHERE task.id = shown_text.task AND task.state = 'claimed'"
          + " AND task.attempt = shown_text.attempt AND task.worker = 'agent:' ||"
          + " shown_text.agent))";

  private static final Rows<Row> ROWS = new Rows<>("shown_text", Row.class);

  private record Row(
      String agent,
      String token,
      String task,
      long attempt,
      String authorityId,
      String tool,
      Instant at) {}

  private record Scope(String task, long attempt) {
    static final Scope TOKEN = new Scope("", 0);
  }

  /**
   * Records the text that an agent is about to be shown.
   *
   * @param token the token of the call; without one the owner acts for the agent, which is bound
   *     during an attempt only
   * @param tool the tool that shows the text
   * @param causes the authorities of the text's authors; those of this node alone bind nobody
   */
  public void note(
      Principal agent,
      Optional<String> token,
      String channel,
      String tool,
      List<Authority> causes) {
    Scope scope = stays(channel) ? Scope.TOKEN : scope(agent);
    if (token.isEmpty() && scope.equals(Scope.TOKEN)) {
      return;
    }
    for (Authority cause : causes) {
      if (!Access.beneficiaries(cause).isEmpty()) {
        insert(agent, token.orElse(""), scope, tool, cause);
      }
    }
  }

  /**
   * Records which authors a holder of memory was shown, whichever connection it uses: a hook of its
   * session is another.
   */
  public void noteLately(Principal holder, List<Authority> causes) {
    for (Authority cause : causes) {
      if (!Access.beneficiaries(cause).isEmpty()) {
        tx.update(
            "INSERT INTO shown_lately (holder, authority_id, at_ms) VALUES (?, ?, ?) ON CONFLICT"
                + " (holder, authority_id) DO UPDATE SET at_ms = excluded.at_ms",
            holder.text(),
            tx.keep(cause),
            tx.nowMs());
      }
    }
  }

  /** Returns the authorities of the authors that a holder of memory was shown since a time. */
  public List<Authority> lately(Principal holder, long sinceMs) {
    return tx.authorities(
        "SELECT authority_id FROM shown_lately WHERE holder = ? AND at_ms >= ?",
        holder.text(),
        sinceMs);
  }

  /** Returns whether the caller keeps in mind what it was shown, beyond its task. */
  private static boolean stays(String channel) {
    return channel.equals("mcp") || channel.equals("session");
  }

  private void insert(Principal agent, String token, Scope scope, String tool, Authority cause) {
    String id = agent.agentId().orElseThrow();
    boolean isFull =
        tx.number("SELECT COUNT(*) FROM shown_text WHERE agent = ? AND token = ?", id, token)
            >= MAX_AUTHORS;
    Authority of = isFull ? stranger() : cause;
    boolean _ =
        ROWS.insertIfNew(
            tx, new Row(id, token, scope.task(), scope.attempt(), tx.keep(of), tool, tx.now()));
  }

  private Scope scope(Principal agent) {
    return tx.first(
            "SELECT id, attempt FROM task WHERE state = 'claimed' AND worker = ? ORDER BY id",
            row -> new Scope(row.text(1), row.number(2)),
            agent.text())
        .orElse(Scope.TOKEN);
  }

  /** Returns the authorities of the peers whose text is shown, each by its present trust. */
  public List<Authority> ofPeers(List<PublicKey> authors) {
    return authors.stream()
        .distinct()
        .map(key -> Entities.peer(tx, key, tx.trust(key).orElse(TrustState.UNKNOWN)))
        .map(peer -> Access.decide(tx, peer, Access.here(tx, Entities.SBP)).authority())
        .toList();
  }

  private Authority stranger() {
    return Access.decide(tx, Principal.UNKNOWN, Entities.SBP).authority();
  }

  /** Transfers the records of an earlier token to a new token of the same connection. */
  public void follow(String earlier, String next) {
    tx.update("UPDATE shown_text SET token = ? WHERE token = ?", next, earlier);
  }

  /** Deletes the records of a token but those of one tool: a new context begins. */
  public void forget(Principal agent, String token, String butOf) {
    tx.update(
        "DELETE FROM shown_text WHERE agent = ? AND token = ? AND token <> '' AND tool <> ?",
        agent.agentId().orElse(""),
        token,
        butOf);
  }

  /** Deletes the records of an agent and returns their number. */
  public int clear(Principal agent) {
    return tx.update("DELETE FROM shown_text WHERE agent = ?", agent.agentId().orElse(""));
  }

  /** Deletes the records of tokens and attempts that have ended, and those older than a month. */
  public int forget() {
    int old =
        tx.update("DELETE FROM shown_lately WHERE at_ms < ?", tx.nowMs() - LATELY_KEPT.toMillis());
    return old
        + tx.update(
            "DELETE FROM shown_text WHERE (token <> '' AND NOT EXISTS (SELECT 1 FROM agent_token"
                + " WHERE agent_token.id = shown_text.token)) OR (task <> '' AND NOT EXISTS (SELECT"
                + " 1 FROM task WHERE task.id = shown_text.task AND task.state = 'claimed' AND"
                + " task.attempt = shown_text.attempt))");
  }
}
