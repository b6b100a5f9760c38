package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * One attempt at a task.
 *
 * @param epoch the incarnation of the worker
 * @param ending accepted, rejected, expired, released, failed, cancelled or overruled; empty while
 *     it is under way
 */
@Shape.Def("task_attempt")
public record TaskAttempt(
    int number,
    String worker,
    long epoch,
    long fence,
    Timestamp startedAt,
    Optional<Timestamp> submittedAt,
    Optional<Timestamp> endedAt,
    Optional<String> ending,
    Optional<String> result,
    Optional<String> reason,
    List<Review> reviews) {

  /**
   * One requested review.
   *
   * @param score from 0 to 100; empty until it is submitted
   */
  @Shape.Def("task_review")
  public record Review(
      String reviewer,
      Timestamp due,
      Optional<Integer> score,
      Optional<String> comment,
      Optional<Timestamp> at) {}
}
