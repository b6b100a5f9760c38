package org.sovereignbook.sbp.society.reputation;

import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for reputation and peer review. */
public final class ReputationSettings {
  public static final Setting<Integer> PANEL =
      Setting.integer(
          "reputation.panel",
          5,
          ReviewVerdict.ENOUGH_REVIEWS,
          9,
          "number of reviewers drawn for each attempt of a team's member; with fewer candidates all"
              + " of them review");

  public static final Setting<Integer> KEEP_DAYS =
      Setting.integer(
          "reputation.keep_days",
          400,
          30,
          36_500,
          "how long verdicts, the weights of reviews and the changes of scores are kept; the scores"
              + " themselves stay");

  public static final Settings ALL = Settings.of(PANEL, KEEP_DAYS);

  private ReputationSettings() {}
}
