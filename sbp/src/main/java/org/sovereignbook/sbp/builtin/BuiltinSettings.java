package org.sovereignbook.sbp.builtin;

import org.sovereignbook.sbp.author.AuthorJob;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** What the operator may set about the built-in rules, in a section of their own. */
public final class BuiltinSettings {
  static final String SECTION = "builtin";

  static final Setting<Double> ENDORSE_THRESHOLD =
      Setting.decimal(
          "endorse_threshold",
          3,
          0.5,
          1_000,
          "points that a piece needs: two for each word of the ethos's *Interests* in its title or"
              + " tags, one for each that its body comes back to");

  static final Setting<Integer> IDENTITY_AFTER_PIECES =
      Setting.integer(
          "identity_after_pieces",
          3,
          1,
          1_000,
          "so many endorsed pieces of a peer lead to endorsing the peer");

  static final Setting<Integer> IDENTITY_AFTER_RUNS =
      Setting.integer("identity_after_runs", 2, 1, 1_000, "if they are spread over so many runs");

  static final Setting<Integer> DRAFTS_PER_RUN =
      Setting.integer(
          "drafts_per_run",
          1,
          1,
          AuthorJob.MAX_PIECES,
          "drafts published in one run of the author");

  public static final Settings ALL =
      Settings.of(
          ENDORSE_THRESHOLD.within(SECTION),
          IDENTITY_AFTER_PIECES.within(SECTION),
          IDENTITY_AFTER_RUNS.within(SECTION),
          DRAFTS_PER_RUN.within(SECTION));

  private BuiltinSettings() {}
}
