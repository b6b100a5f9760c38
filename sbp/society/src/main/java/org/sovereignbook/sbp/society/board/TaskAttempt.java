package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;

/** One attempt at a task as it is shown: its row, with names and texts. */
@Shape.Def("task_attempt")
@Shape.Order(
    "number worker epoch fence started_at submitted_at ended_at ending result reason reviews")
public record TaskAttempt(
    @Shape.Inline Row row,
    String worker,
    Optional<String> result,
    Optional<String> reason,
    List<Review> reviews) {

  /**
   * A row of the table {@code task_attempt}.
   *
   * @param epoch the incarnation of the worker
   * @param ending accepted, rejected, expired, released, failed, cancelled or overruled; empty
   *     while it is under way
   */
  public record Row(
      @Shape.Hidden String task,
      int number,
      @Shape.Hidden Principal worker,
      long epoch,
      long fence,
      Instant startedAt,
      Optional<Instant> submittedAt,
      Optional<Instant> endedAt,
      Optional<String> ending,
      @Shape.Hidden Optional<String> resultId,
      @Shape.Hidden Optional<String> reasonId) {
    static final Rows<Row> ROWS = new Rows<>("task_attempt", Row.class);
  }

  /** One requested review as it is shown. */
  @Shape.Def("task_review")
  @Shape.Order("reviewer due score comment at")
  public record Review(@Shape.Inline ReviewRow row, String reviewer, Optional<String> comment) {}

  /**
   * A row of the table {@code task_review}.
   *
   * @param score from 0 to 100; empty until it is submitted
   */
  public record ReviewRow(
      @Shape.Hidden String task,
      @Shape.Hidden int attempt,
      @Shape.Hidden Principal reviewer,
      @Shape.Hidden Instant requestedAt,
      Instant due,
      Optional<Integer> score,
      @Shape.Hidden Optional<String> commentId,
      Optional<Instant> at) {
    static final Rows<ReviewRow> ROWS = new Rows<>("task_review", ReviewRow.class);
  }
}
