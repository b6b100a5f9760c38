package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Config;

/** Limits on requests to the owner, in total and per requester. */
public record RequestLimits(Transaction tx) {
  /** Minimum time between two requests of a stranger, or of an agent about one tool. */
  static final Duration PAUSE = Duration.ofMinutes(10);

  /** Returns why the owner is not asked; empty when the owner may be asked. */
  Optional<String> whyNot(Principal who, String tool) {
    Optional<String> useless = useless(who, tool);
    return useless.isEmpty() && isTooSoon(who, tool)
        ? Optional.of("it was asked less than 10 minutes ago; call again later")
        : useless;
  }

  /** Returns why asking for the tool is useless today; empty when it is not. */
  private Optional<String> useless(Principal who, String tool) {
    Config config = tx.node().config();
    if (count("status = 'pending'") >= config.get(AccessSettings.MAX_REQUESTS)) {
      return Optional.of("as many requests wait as may (access.max_pending_requests)");
    }
    int most = config.get(AccessSettings.REQUESTS_PER_PRINCIPAL);
    if (count("status = 'pending' AND to_principal = ?", who.text()) >= most) {
      return Optional.of("%d requests of its own wait already".formatted(most));
    }
    // A principal that was denied may not ask again until it gets a yes.
    String denied = "to_principal = ? AND tool = ? AND status = 'denied'";
    return isLately("answered_ms", AccessRequests.OPEN, denied, who.text(), tool)
        ? Optional.of("the answer of the last 24 hours was no")
        : Optional.empty();
  }

  private boolean isTooSoon(Principal who, String tool) {
    // When two callers run the same approved call, one of them is too late.
    // An agent of this node may need several tools at once, which one notice tells of; a stranger
    // could ask about every tool.
    boolean isOwn = who.agentId().isPresent();
    boolean wasAsked =
        isOwn
            ? isLately("created_ms", PAUSE, "to_principal = ? AND tool = ?", who.text(), tool)
            : isLately("created_ms", PAUSE, "to_principal = ?", who.text());
    return wasAsked
        || isLately("rerun_ms", PAUSE, "to_principal = ? AND tool = ?", who.text(), tool);
  }

  /**
   * Returns whether the owner can be asked for the tool, but only after a pause of some minutes.
   */
  public boolean isLater(Principal who, String tool) {
    return isTooSoon(who, tool) && useless(who, tool).isEmpty();
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
