package org.sovereignbook.sbp.authority.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Stored text of the ledger.
 *
 * @param about the item that the text belongs to
 * @param field the name of the text within the item, such as {@code title}
 * @param sha256 the hash of its UTF-8, 64 hex digits; stays when the text is erased
 * @param text the text as it was written; empty once erased
 */
public record StoredContent(
    String id,
    Subject about,
    String field,
    String sha256,
    long bytes,
    @Shape.Hidden Instant at,
    @Shape.Named("erased") Optional<Instant> erasedAt,
    Optional<String> text) {
  static final Rows<StoredContent> ROWS =
      new Rows<>(
          "content",
          StoredContent.class,
          Map.of("about.kind", "subject_kind", "about.id", "subject"));

  /** Fills in the hash of a text that was stored without it. */
  public StoredContent {
    sha256 = hashed(sha256, text);
  }

  /**
   * Returns the hash of a stored text.
   *
   * @param stored the column sha256; empty for a present text that was stored without it
   */
  public static String hashed(String stored, Optional<String> text) {
    return stored.isEmpty() ? text.map(StoredContent::hash).orElse(stored) : stored;
  }

  /** Returns whether the text is unchanged, or was erased. */
  public boolean isIntact() {
    return text.map(each -> sha256.equals(hash(each))).orElse(erasedAt.isPresent());
  }

  private static String hash(String text) {
    return ContentHash.ofBytes(text.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
