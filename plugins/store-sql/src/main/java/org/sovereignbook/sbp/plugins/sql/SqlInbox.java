package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;

/** The envelopes that wait, as rows of {@code inbox} in the state {@code pending}. Thread-safe. */
final class SqlInbox implements Inbox {
  static final String PENDING = "pending";
  static final String PROCESSED = "processed";
  static final String REJECTED = "rejected";

  private static final int SUFFIX_VALUES = 1 << 16;

  private final Database database;
  private final RandomGenerator random;

  SqlInbox(Database database, RandomGenerator random) {
    this.database = database;
    this.random = random;
  }

  @Override
  public InboxId accept(byte[] envelope, Instant received) {
    return database.write(sql -> add(sql, envelope, received));
  }

  @Override
  public Receipt accept(ContentHash envelope, byte[] bytes, Instant received) {
    return database.write(
        sql -> {
          InboxId id = add(sql, bytes, received);
          if (remember(sql, envelope, id, received)) {
            return new Receipt(id, false);
          }
          sql.update("DELETE FROM inbox WHERE state = ? AND id = ?", PENDING, id.value());
          return new Receipt(acceptedAs(sql, envelope), true);
        });
  }

  @Override
  public List<InboxId> pending() {
    return database.read(sql -> ids(sql, PENDING));
  }

  @Override
  public Optional<byte[]> read(InboxId id) {
    return database.read(
        sql ->
            sql.first(
                "SELECT envelope FROM inbox WHERE state = ? AND id = ?",
                row -> row.bytes(1),
                PENDING,
                id.value()));
  }

  @Override
  public Usage usage() {
    return database
        .read(
            sql ->
                sql.first(
                    "SELECT count(*), coalesce(sum(size_bytes), 0) FROM inbox WHERE state = ?",
                    row -> new Usage(row.number(1), row.number(2)),
                    PENDING))
        .orElseThrow();
  }

  /** The ids in a state, in their order. */
  static List<InboxId> ids(Sql sql, String state) throws SQLException {
    return sql
        .list("SELECT id FROM inbox WHERE state = ?", row -> new InboxId(row.text(1)), state)
        .stream()
        .sorted()
        .toList();
  }

  /** Adds an envelope; false when there is one of its name in this state. */
  static boolean put(Sql sql, String state, InboxId id, byte[] envelope, Instant movedAt)
      throws SQLException {
    return sql.update(
            "INSERT INTO inbox (state, id, envelope, size_bytes, moved_at)"
                + " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            state,
            id.value(),
            envelope,
            envelope.length,
            movedAt.getEpochSecond())
        > 0;
  }

  /** Adds a new envelope under a name that none has. */
  private InboxId add(Sql sql, byte[] envelope, Instant received) throws SQLException {
    while (true) {
      InboxId id = InboxId.at(received, "%04x".formatted(random.nextInt(SUFFIX_VALUES)));
      if (!sql.exists("SELECT 1 FROM inbox WHERE id = ?", id.value())
          && put(sql, PENDING, id, envelope, received)) {
        return id;
      }
    }
  }

  /** Whether this is the first time; what was accepted too long ago to come again is forgotten. */
  private static boolean remember(Sql sql, ContentHash envelope, InboxId id, Instant received)
      throws SQLException {
    sql.update(
        "DELETE FROM accepted_envelope WHERE accepted_at <= ?",
        received.minus(SeenEnvelopes.KEPT).getEpochSecond());
    return sql.update(
            "INSERT INTO accepted_envelope (hash, inbox_id, accepted_at) VALUES (?, ?, ?)"
                + " ON CONFLICT DO NOTHING",
            envelope.toString(),
            id.value(),
            received.getEpochSecond())
        > 0;
  }

  private static InboxId acceptedAs(Sql sql, ContentHash envelope) throws SQLException {
    return sql.first(
            "SELECT inbox_id FROM accepted_envelope WHERE hash = ?",
            row -> new InboxId(row.text(1)),
            envelope.toString())
        .orElseThrow();
  }
}
