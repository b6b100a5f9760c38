package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Config;

/** Limits on requests to the owner, in total and per requester. */
public record RequestLimits(Transaction tx) {
  /** Minimum time between two requests of a stranger, or of an agent about one call. */
  static final Duration PAUSE = Duration.ofMinutes(10);

  /** Returns why the owner is not asked; empty when the owner may be asked. */
  Optional<String> whyNot(AccessRequests.Refused refused) {
    Principal who = refused.lacking().principal();
    Optional<String> useless = useless(who);
    if (useless.isPresent()) {
      return useless;
    }
    if (isDenied(who, refused.tool(), Access.beneficiaries(refused.caller()))) {
      return Optional.of("the answer of the last 24 hours was no");
    }
    Optional<AccessRequest> ran = ran(refused);
    if (ran.isPresent()) {
      return Optional.of(
          "the owner has approved exactly this call, and it %s (request %s); the same can be"
                  .formatted(outcome(ran.get()), ran.get().id())
              + " asked for again 10 minutes later");
    }
    return wasAsked(refused)
        ? Optional.of("it was asked less than 10 minutes ago; call again later")
        : Optional.empty();
  }

  private static String outcome(AccessRequest request) {
    return switch (request.outcome().orElse(RequestedCalls.UNKNOWN)) {
      case RequestedCalls.DONE -> "has run";
      case RequestedCalls.UNKNOWN -> "runs, or its outcome is not known: do not make it otherwise";
      default -> "has failed";
    };
  }

  /** Returns the request by which the same call has run a short time ago. */
  private Optional<AccessRequest> ran(AccessRequests.Refused refused) {
    return new AccessRequests(tx)
            .list(
                "WHERE rerun_ms > ? AND rerun_ms <= ? AND to_principal = ? AND tool = ?"
                    + " AND arguments_sha256 = ? ORDER BY rerun_ms DESC LIMIT 1",
                tx.nowMs() - PAUSE.toMillis(),
                tx.nowMs(),
                refused.lacking().principal().text(),
                refused.tool(),
                refused.hash())
            .stream()
            .findFirst();
  }

  /**
   * Returns whether the same was asked a short time ago. An agent of this node may need several
   * calls at once, and so may a turn, whoever has caused it; a stranger could ask about everything.
   */
  private boolean wasAsked(AccessRequests.Refused refused) {
    Principal who = refused.lacking().principal();
    return who.agentId().isPresent()
        ? isLately(
            "created_ms",
            PAUSE,
            "to_principal = ? AND tool = ? AND arguments_sha256 = ? AND COALESCE(turn, '') = ?",
            who.text(),
            refused.tool(),
            refused.hash(),
            refused.turn().orElse(""))
        : isLately(
            "created_ms",
            PAUSE,
            "to_principal = ? AND (turn IS NULL OR turn <> ? OR arguments_sha256 = ?)",
            who.text(),
            refused.turn().orElse(""),
            refused.hash());
  }

  /** Returns why asking is useless now; empty when it is not. */
  private Optional<String> useless(Principal who) {
    Config config = tx.node().config();
    if (count("status = 'pending'") >= config.get(AccessSettings.MAX_REQUESTS)) {
      return Optional.of("as many requests wait as may (access.max_pending_requests)");
    }
    int most = config.get(AccessSettings.REQUESTS_PER_PRINCIPAL);
    if (count("status = 'pending' AND to_principal = ?", who.text()) >= most) {
      return Optional.of(
          "%d requests of its own wait already (access.max_pending_requests_per_principal)"
              .formatted(most));
    }
    return Optional.empty();
  }

  /**
   * Returns whether the owner has denied the tool a short time ago to a call on behalf of the same
   * others, or of fewer: a no to what a peer has caused is none to the agent's own calls.
   */
  private boolean isDenied(Principal who, String tool, Set<Principal> causes) {
    return new AccessRequests(tx)
            .list(
                "WHERE to_principal = ? AND tool = ? AND status = 'denied' AND answered_ms > ?"
                    + " AND answered_ms <= ?",
                who.text(),
                tool,
                tx.nowMs() - AccessRequests.OPEN.toMillis(),
                tx.nowMs())
            .stream()
            .anyMatch(one -> causes.containsAll(new RequestedCalls(tx).causes(one)));
  }

  /**
   * Returns whether the owner can be asked for a peer's tool, but only after a pause of some
   * minutes.
   */
  public boolean isLater(Principal who, String tool) {
    return (isLately("created_ms", PAUSE, "to_principal = ?", who.text())
            || isLately("rerun_ms", PAUSE, "to_principal = ? AND tool = ?", who.text(), tool))
        && useless(who).isEmpty()
        && !isDenied(who, tool, Set.of(who));
  }

  private boolean isLately(String column, Duration within, String which, Object... parameters) {
    List<Object> all = new ArrayList<>(List.of(parameters));
    all.add(tx.nowMs() - within.toMillis());
    all.add(tx.nowMs());
    return count("%s AND %s > ? AND %2$s <= ?".formatted(which, column), all.toArray()) > 0;
  }

  private long count(String which, Object... parameters) {
    return tx.number("SELECT COUNT(*) FROM access_request WHERE " + which, parameters);
  }
}
