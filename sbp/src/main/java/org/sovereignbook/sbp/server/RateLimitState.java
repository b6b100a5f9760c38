package org.sovereignbook.sbp.server;

import java.time.InstantSource;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code operational/rate-limit-state.json}: the budgets across restarts. Only the server writes it
 * and losing it costs nothing but a fresh budget for everybody.
 */
final class RateLimitState {
  private final Store store;
  private final InstantSource clock;
  private final Budgets budgets;
  private final ServerLog log;
  private Optional<JsonObject> written = Optional.empty();

  RateLimitState(Store store, InstantSource clock, Budgets budgets, ServerLog log) {
    this.store = store;
    this.clock = clock;
    this.budgets = budgets;
    this.log = log;
  }

  /** Takes up the budgets where the last server left them. */
  void load() {
    try {
      store.state(StateDocument.RATE_LIMITS).ifPresent(budgets::restore);
    } catch (NodeException | IllegalArgumentException e) {
      log.error("all budgets start anew: " + e.getMessage());
    }
  }

  /** Writes the budgets down, if they have changed. */
  synchronized void save() {
    Optional<JsonObject> state = Optional.of(budgets.toJson(clock.instant()));
    if (!state.equals(written)) {
      synchronized (store) {
        store.writeState(StateDocument.RATE_LIMITS, state.get());
      }
      written = state;
    }
  }
}
