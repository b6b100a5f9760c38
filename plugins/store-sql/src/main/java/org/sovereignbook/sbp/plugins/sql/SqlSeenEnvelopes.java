package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;

/** The envelopes processed of late, as rows of {@code seen_envelope}. */
final class SqlSeenEnvelopes {
  private SqlSeenEnvelopes() {}

  static SeenEnvelopes load(Database database) {
    Map<ContentHash, SeenEnvelopes.Entry> entries = new HashMap<>();
    database
        .read(
            sql ->
                sql.list(
                    "SELECT hash, inbox_id, seen_at FROM seen_envelope",
                    row -> Map.entry(ContentHash.parse(row.text(1)), entry(row))))
        .forEach(seen -> entries.put(seen.getKey(), seen.getValue()));
    return new SeenEnvelopes(entries);
  }

  /** Remembers one, unless it is remembered already, and forgets the oldest. */
  static void see(Sql sql, ContentHash envelope, InboxId id, Timestamp at, Timestamp now)
      throws SQLException {
    sql.update(
        "INSERT INTO seen_envelope (hash, inbox_id, seen_at) VALUES (?, ?, ?)"
            + " ON CONFLICT DO NOTHING",
        envelope.toString(),
        id.value(),
        at.instant().getEpochSecond());
    sql.update(
        "DELETE FROM seen_envelope WHERE seen_at <= ?",
        now.plus(SeenEnvelopes.KEPT.negated()).instant().getEpochSecond());
  }

  private static SeenEnvelopes.Entry entry(Sql.Row row) throws SQLException {
    return new SeenEnvelopes.Entry(
        new InboxId(row.text(2)), new Timestamp(Instant.ofEpochSecond(row.number(3))));
  }
}
