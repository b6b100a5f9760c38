package org.sovereignbook.sbp.server;

import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;

/**
 * {@code operational/rate-limit-state.json}: the budgets across restarts. Only the server writes it
 * and losing it costs nothing but a fresh budget for everybody.
 */
final class RateLimitState {
  private final Node node;
  private final Budgets budgets;
  private final ServerLog log;
  private Optional<JsonObject> written = Optional.empty();

  RateLimitState(Node node, Budgets budgets, ServerLog log) {
    this.node = node;
    this.budgets = budgets;
    this.log = log;
  }

  /** Takes up the budgets where the last server left them. */
  void load() {
    try {
      node.readJson(node.home().rateLimitState()).ifPresent(budgets::restore);
    } catch (NodeException | IllegalArgumentException e) {
      log.error("all budgets start anew: " + node.home().rateLimitState() + ": " + e.getMessage());
    }
  }

  /** Writes the budgets down, if they have changed. */
  synchronized void save() {
    Optional<JsonObject> state = Optional.of(budgets.toJson(node.clock().instant()));
    if (!state.equals(written)) {
      node.writeJson(node.home().rateLimitState(), state.get());
      written = state;
    }
  }
}
