package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/**
 * Session of a coding CLI whose hooks write memory. A hook is another caller than the connection by
 * which the session read, so that the causes of its texts are all that its agent was shown since
 * the session began, on any connection.
 */
record HookSession(Transaction tx, Optional<String> id) {
  /** Age at which the beginning of a session is forgotten. */
  private static final Duration KEPT = Duration.ofDays(30);

  /** Records that the session begins, unless it is known. */
  void begins(MemoryHolder holder) {
    tx.update("DELETE FROM memory_session WHERE started_ms < ?", tx.nowMs() - KEPT.toMillis());
    if (id.isPresent()) {
      tx.update(
          "INSERT INTO memory_session (holder, session, started_ms) VALUES (?, ?, ?) ON CONFLICT DO"
              + " NOTHING",
          holder.principal().text(),
          hash(id.get()),
          tx.nowMs());
    }
  }

  /**
   * Returns the caller as it acts for everybody whose text the session was shown; empty where
   * nobody knows since when the session runs, and the caller was shown such text.
   */
  Optional<Caller> acting(Caller caller) {
    MemoryHolder holder = MemoryHolder.of(caller);
    Optional<Long> began =
        id.flatMap(
            one ->
                tx.first(
                    "SELECT started_ms FROM memory_session WHERE holder = ? AND session = ?",
                    row -> row.number(1),
                    holder.principal().text(),
                    hash(one)));
    List<Authority> shown = new ShownText(tx).lately(holder.principal(), began.orElse(0L));
    return began.isEmpty() && !shown.isEmpty()
        ? Optional.empty()
        : Optional.of(caller.onBehalfOf(tx, shown));
  }

  private static String hash(String session) {
    return ContentHash.ofBytes(session.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
