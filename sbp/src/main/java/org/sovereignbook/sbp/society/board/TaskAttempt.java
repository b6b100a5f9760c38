package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * One claimed try at a task.
 *
 * @param epoch which incarnation of the worker it was
 * @param ending accepted, rejected, expired, released, failed, cancelled or overruled; empty as
 *     long as it goes on
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
   * What one reviewer was asked, and said.
   *
   * @param score from 0 to 100; empty until it is in
   */
  @Shape.Def("task_review")
  public record Review(
      String reviewer,
      Timestamp due,
      Optional<Integer> score,
      Optional<String> comment,
      Optional<Timestamp> at) {}
}
