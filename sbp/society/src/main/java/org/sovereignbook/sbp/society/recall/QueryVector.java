package org.sovereignbook.sbp.society.recall;

import java.util.List;

/**
 * Vector of a query.
 *
 * @param model the id of the model; only vectors of the same one are compared
 * @param related the cosine from which a passage is related although it has no word of the query
 */
@SuppressWarnings("ArrayRecordComponent") // For speed; never compared.
public record QueryVector(String model, float[] vector, double related) {

  /** Computes the vector; slow, so not within a transaction. */
  public static QueryVector of(Embedder embedder, String query) {
    String cut = query.substring(0, Math.min(query.length(), RecallLimits.QUERY_BYTES));
    return new QueryVector(
        embedder.modelId(),
        Vectors.embed(embedder, Embedder.Use.QUERY, List.of(cut)).getFirst(),
        embedder.related());
  }
}
