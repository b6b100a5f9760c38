package org.sovereignbook.sbp.builtin;

import org.sovereignbook.sbp.author.AuthorJob;
import org.sovereignbook.sbp.json.JsonDecimal;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * Section {@code builtin} of the configuration: the settings of the built-in rules.
 *
 * @param endorseThreshold how many points a piece needs (see {@link Interests})
 * @param identityAfterPieces how many endorsed pieces of a peer lead to endorsing the peer
 * @param identityAfterRuns over how many runs they must be spread
 * @param draftsPerRun how many drafts the author publishes in one run
 */
public record BuiltinConfig(
    double endorseThreshold, int identityAfterPieces, int identityAfterRuns, int draftsPerRun) {
  private static final String SECTION = "builtin";
  private static final String ENDORSE_THRESHOLD = "endorse_threshold";
  private static final String IDENTITY_AFTER_PIECES = "identity_after_pieces";
  private static final String IDENTITY_AFTER_RUNS = "identity_after_runs";
  private static final String DRAFTS_PER_RUN = "drafts_per_run";

  private static final double DEFAULT_ENDORSE_THRESHOLD = 3;
  private static final double MIN_ENDORSE_THRESHOLD = 0.5;
  private static final double MAX_ENDORSE_THRESHOLD = 1_000;
  private static final int DEFAULT_IDENTITY_AFTER_PIECES = 3;
  private static final int DEFAULT_IDENTITY_AFTER_RUNS = 2;
  private static final int MAX_IDENTITY_AFTER = 1_000;

  public static BuiltinConfig defaults() {
    return new BuiltinConfig(
        DEFAULT_ENDORSE_THRESHOLD, DEFAULT_IDENTITY_AFTER_PIECES, DEFAULT_IDENTITY_AFTER_RUNS, 1);
  }

  public static BuiltinConfig from(Config config) {
    Config builtin = config.section(SECTION);
    return new BuiltinConfig(
        builtin.decimal(
            ENDORSE_THRESHOLD,
            DEFAULT_ENDORSE_THRESHOLD,
            MIN_ENDORSE_THRESHOLD,
            MAX_ENDORSE_THRESHOLD),
        builtin.integer(
            IDENTITY_AFTER_PIECES, DEFAULT_IDENTITY_AFTER_PIECES, 1, MAX_IDENTITY_AFTER),
        builtin.integer(IDENTITY_AFTER_RUNS, DEFAULT_IDENTITY_AFTER_RUNS, 1, MAX_IDENTITY_AFTER),
        builtin.integer(DRAFTS_PER_RUN, 1, 1, AuthorJob.MAX_PIECES));
  }

  /** All keys of the section. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put(ENDORSE_THRESHOLD, JsonDecimal.of(endorseThreshold))
        .put(IDENTITY_AFTER_PIECES, identityAfterPieces)
        .put(IDENTITY_AFTER_RUNS, identityAfterRuns)
        .put(DRAFTS_PER_RUN, draftsPerRun)
        .build();
  }
}
