package org.sovereignbook.sbp.cli.doctor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.scheduler.SchedulerState;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.MigrationMarker;

/** Whether a node's state is sound and its components do their work (IMPLEMENTATION §10). */
final class StateChecks implements AutoCloseable {
  private static final Duration TICK_IS_LATE = Duration.ofMinutes(45);

  private final Node node;
  private final NodeHome home;
  private final Stores stores;
  private Optional<Store> opened = Optional.empty();

  StateChecks(Node node, Stores stores) {
    this.node = node;
    this.home = node.home();
    this.stores = stores;
  }

  /** Opened by the first check that needs it, so that each says why it could not look. */
  private Store store() {
    Store store = opened.orElseGet(() -> stores.open(node));
    opened = Optional.of(store);
    return store;
  }

  Check opened() {
    Optional<MigrationMarker> begun = MigrationMarker.of(node);
    if (begun.isPresent()) {
      return Check.fail(
          "store",
          "a migration to " + begun.get().to() + " was begun and is not done",
          "finish it: sbp store migrate --to " + begun.get().to());
    }
    return Check.pass("store", Stores.backend(node) + " in " + store().location());
  }

  @Override
  public void close() {
    opened.ifPresent(Store::close);
  }

  Check journal() {
    boolean atWork = NodeLock.holder(NodeLock.step(home)).isPresent();
    return !node.disk().exists(home.journal()) || atWork
        ? Check.pass("journal", "no interrupted change")
        : Check.fail(
            "journal",
            "a step was interrupted while it changed the node",
            "run any step, such as sbp tick: it finishes the change first");
  }

  Check peers() {
    PeerTable table = store().peers();
    return table.problems().isEmpty()
        ? Check.pass("peers", table.peers().size() + " in " + home.peers())
        : Check.fail(
            "peers",
            home.peers()
                + " "
                + table.problems().stream()
                    .map(PeerTable.RowProblem::toString)
                    .collect(Collectors.joining("; ")),
            "mend these rows with an editor; until then they are kept and ignored");
  }

  Check outbox() {
    List<String> failed = store().outbox().failed();
    return failed.isEmpty()
        ? Check.pass("outbox", "nothing failed, " + store().outbox().pending().size() + " waiting")
        : Check.fail(
            "outbox",
            failed.size() + " could not be delivered, such as " + failed.getFirst(),
            "sbp outbox failed shows why; delivery removes them after 14 days");
  }

  Check schedulerState() {
    Optional<JsonObject> json = store().state(StateDocument.SCHEDULER);
    if (json.isEmpty()) {
      return Check.fail(
          "scheduler state", home.schedulerState() + " is missing: no tick ran yet", "sbp tick");
    }
    try {
      SchedulerState state = Shape.of(SchedulerState.class).read(json.get());
      return Check.pass(
          "scheduler state",
          "valid, last written " + state.lastUpdated().map(Timestamp::toString).orElse("never"));
    } catch (IllegalArgumentException e) {
      return Check.fail(
          "scheduler state",
          home.schedulerState() + ": " + e.getMessage(),
          "delete it; the next tick makes it again");
    }
  }

  /** Whether something makes it tick. */
  Check timer() {
    Optional<Timestamp> last =
        store()
            .state(StateDocument.SCHEDULER)
            .flatMap(json -> Shape.of(SchedulerState.class).read(json).lastUpdated());
    if (last.isEmpty()) {
      return Check.skip("timer", "no tick ran yet; services/README.md installs the timer");
    }
    return last.get().instant().plus(TICK_IS_LATE).isBefore(node.clock().instant())
        ? Check.fail(
            "timer",
            "the last tick was at " + last.get() + "; it should run every 15 minutes",
            "install the timer: services/README.md")
        : Check.pass("timer", "the last tick was at " + last.get());
  }

  /** Whether a component's pipeline came to its end the last time. */
  Check pipeline(String component) {
    String what = component + " pipeline";
    Optional<JsonObject> exit =
        store()
            .state(StateDocument.SCHEDULER)
            .flatMap(state -> state.object("last_exit"))
            .flatMap(exits -> exits.object(component));
    if (exit.isEmpty()) {
      return Check.skip(what, "has not run yet; sbp tick runs it when it is due");
    }
    String outcome = exit.get().string("outcome").orElse("unknown");
    String found = outcome + " at " + exit.get().string("at").orElse("an unknown time");
    return outcome.equals("done") || outcome.equals("idle")
        ? Check.pass(what, found)
        : Check.fail(what, found, "the reason is in " + home.opsLog() + "; sbp log shows it");
  }
}
