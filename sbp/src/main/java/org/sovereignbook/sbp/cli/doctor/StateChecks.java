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

  Finding opened() {
    Optional<MigrationMarker> begun = MigrationMarker.of(node);
    if (begun.isPresent()) {
      return Finding.fail(
          "a migration to " + begun.get().to() + " was begun and is not done",
          "finish it: sbp store migrate --to " + begun.get().to());
    }
    return Finding.pass(Stores.backend(node) + " in " + store().location());
  }

  @Override
  public void close() {
    opened.ifPresent(Store::close);
  }

  Finding journal() {
    boolean atWork = NodeLock.holder(NodeLock.step(home)).isPresent();
    return !node.disk().exists(home.journal()) || atWork
        ? Finding.pass("no interrupted change")
        : Finding.fail(
            "a step was interrupted while it changed the node",
            "run any step, such as sbp tick: it finishes the change first");
  }

  Finding peers() {
    PeerTable table = store().peers();
    return table.problems().isEmpty()
        ? Finding.pass(table.peers().size() + " in " + home.peers())
        : Finding.fail(
            home.peers()
                + " "
                + table.problems().stream()
                    .map(PeerTable.RowProblem::toString)
                    .collect(Collectors.joining("; ")),
            "mend these rows with an editor; until then they are kept and ignored");
  }

  Finding outbox() {
    List<String> failed = store().outbox().failed();
    return failed.isEmpty()
        ? Finding.pass("nothing failed, " + store().outbox().pending().size() + " waiting")
        : Finding.fail(
            failed.size() + " could not be delivered, such as " + failed.getFirst(),
            "sbp outbox failed shows why; delivery removes them after 14 days");
  }

  Finding schedulerState() {
    Optional<JsonObject> json = store().state(StateDocument.SCHEDULER);
    if (json.isEmpty()) {
      return Finding.fail(home.schedulerState() + " is missing: no tick ran yet", "sbp tick");
    }
    try {
      SchedulerState state = Shape.of(SchedulerState.class).read(json.get());
      return Finding.pass(
          "valid, last written " + state.lastUpdated().map(Timestamp::toString).orElse("never"));
    } catch (IllegalArgumentException e) {
      return Finding.fail(
          home.schedulerState() + ": " + e.getMessage(), "delete it; the next tick makes it again");
    }
  }

  /** Whether something makes it tick. */
  Finding timer() {
    Optional<Timestamp> last =
        store()
            .state(StateDocument.SCHEDULER)
            .flatMap(json -> Shape.of(SchedulerState.class).read(json).lastUpdated());
    if (last.isEmpty()) {
      return Finding.skip("no tick ran yet; services/README.md installs the timer");
    }
    return last.get().instant().plus(TICK_IS_LATE).isBefore(node.clock().instant())
        ? Finding.fail(
            "the last tick was at " + last.get() + "; it should run every 15 minutes",
            "install the timer: services/README.md")
        : Finding.pass("the last tick was at " + last.get());
  }

  /** Whether a server of this node runs; what restarts it cannot be told from here. */
  Finding server() {
    Optional<NodeLock.Holder> holder = NodeLock.holder(NodeLock.server(node.home()));
    return holder
        .map(
            who ->
                Finding.pass(
                    who + "; services/README.md has the unit that restarts it when it dies"))
        .orElseGet(
            () ->
                Finding.fail(
                    "not running", "sbp serve; or install the service: services/README.md"));
  }

  /** Whether a component's pipeline came to its end the last time. */
  Finding pipeline(String component) {
    Optional<JsonObject> exit =
        store()
            .state(StateDocument.SCHEDULER)
            .flatMap(state -> state.object("last_exit"))
            .flatMap(exits -> exits.object(component));
    if (exit.isEmpty()) {
      return Finding.skip("has not run yet; sbp tick runs it when it is due");
    }
    String outcome = exit.get().string("outcome").orElse("unknown");
    String found = outcome + " at " + exit.get().string("at").orElse("an unknown time");
    return outcome.equals("done") || outcome.equals("idle")
        ? Finding.pass(found)
        : Finding.fail(found, "the reason is in " + home.opsLog() + "; sbp log shows it");
  }
}
