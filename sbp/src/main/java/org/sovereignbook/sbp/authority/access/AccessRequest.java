package org.sovereignbook.sbp.authority.access;

import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Request for a tool that was refused to a principal.
 *
 * @param to the principal that lacks the tool
 * @param channel the channel by which the call came
 * @param status {@code pending}, {@code approved}, {@code denied}, {@code expired} or {@code
 *     withdrawn}
 * @param rerunMs when the approved call ran or was tried
 * @param rerunOutcome {@code done}, {@link RequestedCalls#UNKNOWN}, or why the call failed; for a
 *     withdrawn request, why it was withdrawn
 * @param ownChannel the channel by which the principal that lacks the tool acts itself
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
    String ownChannel) {
  static final Rows<AccessRequest> ROWS =
      new Rows<>(
          "access_request",
          AccessRequest.class,
          Map.of(
              "to", "to_principal", "grant", "grant_id", "own_channel", "COALESCE(door, channel)"));
}
