package org.sovereignbook.sbp.access;

import java.sql.SQLException;
import java.util.Optional;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.sql.Sql;

/**
 * A request of somebody for a tool that it was refused.
 *
 * @param to who lacks the tool
 * @param channel by which door the call came
 * @param status {@code pending}, {@code approved}, {@code denied}, {@code expired} or {@code
 *     withdrawn}
 * @param rerunMs when the call ran after all, or was tried
 * @param rerunOutcome {@code done}, {@link RequestedCalls#UNKNOWN}, or why it came to nothing; of a
 *     request that was withdrawn, why
 * @param door by which whoever lacks the tool speaks itself
 */
public record AccessRequest(
    String id,
    Principal to,
    Principal caller,
    String channel,
    String tool,
    Optional<String> callId,
    String reason,
    long createdMs,
    long expiresMs,
    String status,
    Optional<String> answer,
    Optional<Long> answeredMs,
    Optional<String> grant,
    Optional<Long> rerunMs,
    Optional<String> rerunOutcome,
    String door) {
  static final String COLUMNS =
      "id, to_principal, caller, channel, tool, call_id, reason, created_ms, expires_ms, status,"
          + " answer, answered_ms, grant_id, rerun_ms, rerun_outcome, door";

  static AccessRequest read(Sql.Row row) throws SQLException {
    return new AccessRequest(
        row.text(1),
        Principal.parse(row.text(2)),
        Principal.parse(row.text(3)),
        row.text(4),
        row.text(5),
        row.maybeText(6),
        row.text(7),
        row.number(8),
        row.number(9),
        row.text(10),
        row.maybeText(11),
        row.maybeNumber(12),
        row.maybeText(13),
        row.maybeNumber(14),
        row.maybeText(15),
        row.maybeText(16).orElse(row.text(4)));
  }
}
