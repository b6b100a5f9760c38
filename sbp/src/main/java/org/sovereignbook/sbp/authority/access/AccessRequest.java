package org.sovereignbook.sbp.authority.access;

import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;

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
  static final Rows<AccessRequest> ROWS =
      new Rows<>(
          "access_request",
          AccessRequest.class,
          Map.of("to", "to_principal", "grant", "grant_id", "door", "COALESCE(door, channel)"));
}
