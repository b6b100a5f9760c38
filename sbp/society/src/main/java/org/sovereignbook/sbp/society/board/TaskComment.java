package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * A comment on a task as it is shown: its row, with name and text.
 *
 * @param text empty once it was erased
 */
@Shape.Def("task_comment")
@Shape.Order("id by at text authority")
public record TaskComment(@Shape.Inline Row row, String by, Optional<String> text) {
  /** A row of the table {@code task_comment}. */
  public record Row(
      @Rows.Serial @Shape.Hidden long number,
      String id,
      @Shape.Hidden String task,
      @Shape.Hidden String textId,
      Instant at,
      @Shape.Hidden Principal principal,
      @Shape.Named("authority") String authorityId) {
    static final Rows<Row> ROWS = new Rows<>("task_comment", Row.class);
  }
}
