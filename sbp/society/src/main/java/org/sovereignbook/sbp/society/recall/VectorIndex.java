package org.sovereignbook.sbp.society.recall;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Vectors of the indexed texts, computed in the background: a new text is found by its words until
 * it has them. They are stored with the model's id, and removed with their text.
 */
public final class VectorIndex {
  /** The number of texts with which the embedder may fail before a run ends. */
  private static final int MOST_FAILURES = 3;

  private static final String MISSING =
      " FROM recall_item i LEFT JOIN recall_vector v ON v.item = i.number AND v.model = ?"
          + " WHERE v.item IS NULL";

  private record Item(long number, List<String> texts) {}

  /** Effect of one run. */
  public record Done(int items, long waiting, Optional<RuntimeException> failure) {}

  private VectorIndex() {}

  /**
   * Computes missing vectors, those of the newest items first, one item after another. Nothing is
   * locked meanwhile.
   *
   * @param isOver asked before each item
   */
  public static Done fill(Ledger ledger, Embedder embedder, BooleanSupplier isOver) {
    int done = 0;
    int failures = 0;
    Optional<RuntimeException> failure = Optional.empty();
    Optional<Item> next = next(ledger, embedder, Long.MAX_VALUE);
    while (next.isPresent() && failures < MOST_FAILURES && !isOver.getAsBoolean()) {
      Item item = next.get();
      try {
        String vectors =
            Vectors.encode(Vectors.embed(embedder, Embedder.Use.PASSAGE, item.texts()));
        done += ledger.<Integer>write(tx -> store(tx, embedder, item, vectors));
      } catch (IllegalStateException e) {
        failures++;
        failure = Optional.of(e);
      }
      next = next(ledger, embedder, item.number());
    }
    return new Done(done, ledger.read(tx -> waiting(tx, embedder)), failure);
  }

  private static long waiting(Transaction tx, Embedder embedder) {
    return tx.number("SELECT COUNT(*)" + MISSING, embedder.modelId());
  }

  private static Optional<Item> next(Ledger ledger, Embedder embedder, long before) {
    return ledger.read(
        tx ->
            tx.first(
                    "SELECT i.number"
                        + MISSING
                        + " AND i.number < ? ORDER BY i.number DESC LIMIT 1",
                    row -> row.number(1),
                    embedder.modelId(),
                    before)
                .map(number -> new Item(number, texts(tx, number))));
  }

  /** Returns the passages of an item, or its heading if it has none. */
  private static List<String> texts(Transaction tx, long item) {
    List<String> texts =
        tx.list(
            "SELECT text FROM recall_passage WHERE id > ? AND id < ? ORDER BY id LIMIT ?",
            row -> row.text(1),
            PassageId.of(item, 0),
            PassageId.of(item + 1, 0),
            RecallLimits.EMBEDDED_PASSAGES);
    return texts.isEmpty()
        ? tx.list(
            "SELECT text FROM recall_passage WHERE id = ?",
            row -> row.text(1),
            PassageId.of(item, 0))
        : texts;
  }

  /** Stores the vectors, unless the item has gone or has another text by now. */
  private static int store(Transaction tx, Embedder embedder, Item item, String vectors) {
    if (!tx.exists(
            "SELECT 1 FROM recall_item WHERE number = ?" + tx.dialect().forUpdate(), item.number())
        || !texts(tx, item.number()).equals(item.texts())) {
      return 0;
    }
    return tx.update(
        "INSERT INTO recall_vector (item, model, vectors) VALUES (?, ?, ?) ON CONFLICT (item)"
            + " DO UPDATE SET model = excluded.model, vectors = excluded.vectors",
        item.number(),
        embedder.modelId(),
        vectors);
  }
}
