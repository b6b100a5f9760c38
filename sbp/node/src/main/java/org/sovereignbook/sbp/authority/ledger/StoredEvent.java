package org.sovereignbook.sbp.authority.ledger;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Stored event of the ledger.
 *
 * @param seq its place; later ones have larger numbers
 * @param atMs its time in milliseconds since 1970, by the database's clock
 * @param authority the id of the snapshot
 * @param hash the SHA-256 of the canonical form of all fields but seq, 64 hex digits
 */
public record StoredEvent(
    long seq,
    String id,
    long atMs,
    String kind,
    Principal principal,
    String authority,
    Optional<String> source,
    List<Subject> subjects,
    String hash,
    JsonObject metadata) {
  static final String COLUMNS =
      "seq, id, at_ms, kind, principal, authority_id, source_event, hash, metadata";

  /** Fields that the hash covers. */
  private record Hashed(
      String id,
      long atMs,
      String kind,
      Principal principal,
      String authority,
      Optional<String> source,
      List<Subject> subjects,
      JsonObject metadata) {}

  public StoredEvent {
    subjects = List.copyOf(subjects);
  }

  /** Returns an event that is not stored yet. */
  static StoredEvent of(LedgerEvent event, long atMs) {
    Hashed hashed =
        new Hashed(
            event.id(),
            atMs,
            event.kind(),
            event.authority().principal(),
            event.authority().id(),
            event.source(),
            event.subjects(),
            event.metadata());
    return stored(0, hashed, hash(hashed));
  }

  StoredEvent about(List<Subject> those) {
    return new StoredEvent(
        seq, id, atMs, kind, principal, authority, source, those, hash, metadata);
  }

  /** Returns whether the event is unchanged since it was written. */
  public boolean isIntact() {
    return hash.equals(
        hash(new Hashed(id, atMs, kind, principal, authority, source, subjects, metadata)));
  }

  private static String hash(Hashed hashed) {
    return ContentHash.of(Shape.write(hashed)).hex();
  }

  private static StoredEvent stored(long seq, Hashed event, String hash) {
    return new StoredEvent(
        seq,
        event.id(),
        event.atMs(),
        event.kind(),
        event.principal(),
        event.authority(),
        event.source(),
        event.subjects(),
        hash,
        event.metadata());
  }

  /** Reads a row of {@link #COLUMNS}. */
  static StoredEvent read(Sql.Row row, List<Subject> subjects) throws SQLException {
    return new StoredEvent(
        row.number(1),
        row.text(2),
        row.number(3),
        row.text(4),
        Principal.parse(row.text(5)),
        row.text(6),
        row.maybeText(7),
        subjects,
        row.text(8),
        Transaction.json(row.text(9)));
  }
}
