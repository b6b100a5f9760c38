package org.sovereignbook.sbp.authority.access;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Request for a tool that was refused to a principal.
 *
 * @param to the principal that lacks the tool
 * @param channel the channel by which the call came
 * @param status {@code pending}, {@code approved}, {@code denied}, {@code expired} or {@code
 *     withdrawn}
 * @param ranAt when the approved call ran or was tried
 * @param outcome {@code done}, {@link RequestedCalls#UNKNOWN}, or why the call failed; for a
 *     withdrawn request, why it was withdrawn
 * @param ownChannel the channel by which the principal that lacks the tool acts itself; empty in
 *     requests of earlier versions
 * @param argumentsSha256 the hash by which exactly this call is recognized
 * @param turn the turn of a session in which the call was made
 */
public record AccessRequest(
    String id,
    Principal to,
    Principal caller,
    String channel,
    String tool,
    @Shape.Hidden Optional<String> callId,
    String reason,
    @Shape.Named("at") Instant createdAt,
    @Shape.Named("expires") Instant expiresAt,
    String status,
    Optional<String> answer,
    Optional<String> grant,
    Optional<Instant> ranAt,
    Optional<String> outcome,
    @Shape.Hidden Optional<String> ownChannel,
    String argumentsSha256,
    Optional<String> turn) {
  static final Rows<AccessRequest> ROWS =
      new Rows<>(
          "access_request",
          AccessRequest.class,
          Map.of(
              "to", "to_principal",
              "grant", "grant_id",
              "ran_at", "rerun_ms",
              "outcome", "rerun_outcome"));

  /** Returns the channel that an approval is for. */
  public String approvedChannel() {
    return ownChannel.orElse(channel);
  }

  /** Returns whether the denied call is a peer's mail, which waits in the inbox. */
  public boolean isOfPeer() {
    return to.peerKey().isPresent() && caller.equals(to);
  }
}
