package org.sovereignbook.sbp.society.sessions;

import java.time.Duration;
import java.util.OptionalInt;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Config;

/**
 * Size of a model's context as refusals have shown it, so that no later process needs to be
 * refused, too: one row for each backend. Another model, or any other change of the backend's
 * settings, ends it; so does a week, since a window may have grown.
 */
public record LearnedWindow(Transaction tx) {
  private static final Duration LIFE = Duration.ofDays(7);

  /** Returns the size in tokens, if it was learned under these settings. */
  public OptionalInt find(String backend, Config settings) {
    return tx
        .first(
            "SELECT tokens FROM model_window WHERE backend = ? AND settings = ? AND at_ms > ?",
            row -> Math.toIntExact(row.number(1)),
            backend,
            hash(settings),
            tx.nowMs() - LIFE.toMillis())
        .stream()
        .mapToInt(Integer::intValue)
        .findFirst();
  }

  public void keep(String backend, Config settings, int tokens) {
    tx.update(
        "INSERT INTO model_window (backend, settings, tokens, at_ms) VALUES (?, ?, ?, ?) ON"
            + " CONFLICT (backend) DO UPDATE SET settings = excluded.settings, tokens ="
            + " excluded.tokens, at_ms = excluded.at_ms",
        backend,
        hash(settings),
        tokens,
        tx.nowMs());
  }

  private static String hash(Config settings) {
    return ContentHash.ofBytes(JsonWriter.bytes(settings.json())).hex();
  }
}
