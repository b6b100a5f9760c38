package org.sovereignbook.sbp.society.board;

import java.time.Duration;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for the task board, with the limits that keep it bounded. */
public final class BoardSettings {
  private static final int DAY_SECONDS = 86_400;
  private static final int MEBIBYTE = 1_048_576;

  public static final Setting<Duration> LEASE =
      Setting.duration(
          "board.lease_seconds",
          300,
          1,
          DAY_SECONDS,
          "how long a claim is valid without renewal; then the task is free again");

  static final Setting<Duration> REVIEW =
      Setting.duration(
          "board.review_seconds",
          3_600,
          1,
          30 * DAY_SECONDS,
          "how long reviewers have; then the existing scores decide, and without any the result is"
              + " accepted");

  static final Setting<Integer> LEAST_SCORE =
      Setting.integer(
          "board.least_score",
          60,
          0,
          ReviewGate.BEST,
          "the least verdict, a weighted median of the reviews, that accepts a result");

  static final Setting<Integer> MAX_REJECTIONS =
      Setting.integer(
          "board.max_rejections",
          3,
          1,
          100,
          "number of rejected attempts after which a task fails");

  static final Setting<Integer> MAX_EXPIRIES =
      Setting.integer(
          "board.max_expiries",
          10,
          1,
          1_000_000,
          "number of expired claims after which a task fails, since it seems to end its workers");

  public static final Setting<Integer> MAX_TEXT_BYTES =
      Setting.integer(
          "board.max_text_bytes",
          262_144,
          1_024,
          16 * MEBIBYTE,
          "the longest description, result or comment");

  public static final Setting<Integer> MAX_PLAN_TASKS =
      Setting.integer("board.max_plan_tasks", 10_000, 1, 1_000_000, "number of tasks in one plan");

  public static final Setting<Integer> MAX_PLAN_BYTES =
      Setting.integer(
          "board.max_plan_bytes", 4 * MEBIBYTE, 1_024, 4 * MEBIBYTE, "the longest plan");

  static final Setting<Integer> MAX_BLOCKERS =
      Setting.integer("board.max_blockers", 1_000, 1, 100_000, "number of blockers of one task");

  static final Setting<Integer> MAX_COMMENTS =
      Setting.integer("board.max_comments", 100, 1, 10_000, "number of comments on one task");

  public static final Setting<Integer> MAX_COMMENT_BYTES =
      Setting.integer(
          "board.max_comment_bytes", 4_096, 100, 262_144, "the longest comment on a task");

  static final Setting<Integer> MAX_OFFERED_PRIORITY =
      Setting.integer(
          "board.max_offered_priority",
          0,
          -PlannedTask.MAX_PRIORITY,
          PlannedTask.MAX_PRIORITY,
          "the highest priority of a task that a peer offers, and of tasks that are made for a"
              + " peer; at equal priority the node's own come first, then peers in turns");

  public static final Settings ALL =
      Settings.of(
          LEASE,
          REVIEW,
          LEAST_SCORE,
          MAX_REJECTIONS,
          MAX_EXPIRIES,
          MAX_TEXT_BYTES,
          MAX_PLAN_TASKS,
          MAX_PLAN_BYTES,
          MAX_BLOCKERS,
          MAX_COMMENTS,
          MAX_COMMENT_BYTES,
          MAX_OFFERED_PRIORITY);

  private BoardSettings() {}
}
