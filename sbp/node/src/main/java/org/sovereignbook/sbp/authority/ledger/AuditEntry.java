package org.sovereignbook.sbp.authority.ledger;

import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Stored row of the audit log. A program with write access to the database may have changed it;
 * {@link AuditCheck} finds out.
 *
 * @param seq its place in the table; later rows have larger numbers
 * @param link its place in its chain; empty for rows written before there were chains
 */
public record AuditEntry(long seq, Optional<Link> link, Said said) {
  static final Map<String, String> SQL = Map.of("link.hash", "COALESCE(hash, '')");

  static final Rows<AuditEntry> ROWS = new Rows<>("audit", AuditEntry.class, SQL);

  /** New row. */
  record Chained(Link link, Said said) {
    static final Rows<Chained> ROWS = new Rows<>("audit", Chained.class);
  }

  /**
   * Position in a chain.
   *
   * @param number from 1
   * @param hash the SHA-256 of the row and of the hash before it, 64 hex digits
   */
  public record Link(String trail, int lane, long number, String hash) {
    /** Parses {@code TRAIL:LANE:NUMBER:HASH}; empty when the text is malformed. */
    static Optional<Link> parse(String text) {
      String[] parts = text.split(":", -1);
      try {
        return parts.length == 4
            ? Optional.of(
                new Link(parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2]), parts[3]))
            : Optional.empty();
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    String text() {
      return "%s:%d:%d:%s".formatted(trail, lane, number, hash);
    }

    boolean isInChainOf(Link other) {
      return trail.equals(other.trail) && lane == other.lane;
    }
  }

  /**
   * Content of a row.
   *
   * @param decision {@code allow} or {@code deny}; for a grant {@code created}, {@code used} and so
   *     on
   * @param detailId the id of the facts that the decision rested on
   * @param tookUs the duration of the decision, in microseconds
   */
  public record Said(
      long atMs,
      String principal,
      Optional<String> agent,
      String channel,
      String tool,
      String argumentsSha256,
      String decision,
      String reason,
      String authorityId,
      Optional<String> eventId,
      Optional<String> detailId,
      Optional<String> grantId,
      Optional<Long> tookUs) {}

  /** Returns the hash of a row that follows another one. */
  static String hash(String before, String trail, int lane, long number, Said said) {
    // Built by hand, not from a record: a record's annotation would be a proxy, created by each
    // command of the society.
    JsonObject.Builder hashed =
        JsonObject.builder()
            .put("before", before)
            .put("trail", trail)
            .put("lane", lane)
            .put("number", number);
    Shape.write(said).members().forEach(hashed::put);
    return ContentHash.of(hashed.build()).hex();
  }
}
