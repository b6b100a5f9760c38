package org.sovereignbook.sbp.runtime.builtin;

import java.time.Duration;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.author.AuthorJob;

/** The operator's settings for the built-in rules, in a section of their own. */
public final class BuiltinSettings {
  static final String SECTION = "builtin";

  static final Setting<Double> ENDORSE_THRESHOLD =
      Setting.decimal(
          "endorse_threshold",
          3,
          0.5,
          1_000,
          "points that a piece needs: two for each word of the ethos's *Interests* in its title or"
              + " tags, one for each that its body repeats");

  static final Setting<Integer> IDENTITY_AFTER_PIECES =
      Setting.integer(
          "identity_after_pieces",
          3,
          1,
          1_000,
          "number of endorsed pieces after which their author is endorsed");

  static final Setting<Duration> IDENTITY_GAP =
      Setting.duration(
          "identity_gap_days",
          3,
          0,
          365,
          "least time between two such pieces, or the second does not count; also the least time"
              + " for which the peer must be known");

  static final Setting<Integer> IDENTITIES_PER_WEEK =
      Setting.integer(
          "identities_per_week", 2, 0, 1_000, "the most peers endorsed within seven days");

  static final Setting<Double> RESHARE_THRESHOLD =
      Setting.decimal(
          "reshare_threshold",
          6,
          0.5,
          1_000,
          "points that an endorsed piece needs to be reshared to the followers, if its author is"
              + " endorsed; of a trusted author every endorsed piece is reshared");

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
          IDENTITY_GAP.within(SECTION),
          IDENTITIES_PER_WEEK.within(SECTION),
          RESHARE_THRESHOLD.within(SECTION),
          DRAFTS_PER_RUN.within(SECTION));

  private BuiltinSettings() {}
}
