package org.sovereignbook.sbp.scheduler;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/** Reads and writes {@code scheduler-state.json}; a damaged one does not stop the node. */
final class StateFile {
  /** Clocks are set right by seconds all the time; that is not worth a line in the log. */
  private static final Duration UNREMARKABLE = Duration.ofMinutes(1);

  private StateFile() {}

  /**
   * The state to go on from.
   *
   * @param state what holds now: no component runs, and nothing has run in the future
   * @param notes what the operator should know about the difference
   * @param damaged under which name to keep the file, if it cannot be read
   */
  record Loaded(SchedulerState state, List<String> notes, Optional<String> damaged) {}

  static Loaded load(Node node, Store store, SchedulerConfig config) {
    Path file = StateDocument.SCHEDULER.in(node.home());
    Timestamp now = node.now();
    try {
      Optional<JsonObject> json = store.state(StateDocument.SCHEDULER);
      return json.isPresent()
          ? settled(read(json.get(), config), now)
          : new Loaded(SchedulerState.FRESH, List.of(), Optional.empty());
    } catch (NodeException | IllegalArgumentException e) {
      String aside = asideName(node, now);
      String note =
          "%s cannot be used (%s); it is kept as %s, and every component counts as never run"
              .formatted(file.getFileName(), e.getMessage(), aside);
      return new Loaded(SchedulerState.FRESH, List.of(note), Optional.of(aside));
    }
  }

  private static Loaded settled(SchedulerState found, Timestamp now) {
    List<String> notes = new ArrayList<>();
    found
        .currentComponent()
        .ifPresent(
            component ->
                notes.add(
                    "the tick that ran %s since %s ended before it did; it runs again when due"
                        .formatted(
                            component,
                            found.lastUpdated().map(Timestamp::toString).orElse("some time ago"))));
    found.lastRun().values().stream()
        .filter(at -> at.isAfter(now.plus(UNREMARKABLE)))
        .max(Timestamp::compareTo)
        .ifPresent(
            at ->
                notes.add(
                    "the clock has gone back: a component has run at %s, which is yet to come;"
                            .formatted(at)
                        + " it counts as having run now"));
    SchedulerState settled = found.notAfter(now);
    return new Loaded(
        settled.resting(settled.inboxCount(), settled.lastUpdated().orElse(now)),
        notes,
        Optional.empty());
  }

  private static SchedulerState read(JsonObject json, SchedulerConfig config) {
    SchedulerState state = Shape.of(SchedulerState.class).read(json);
    return json.has("triggered") || state.lastCompleted().isEmpty()
        ? state
        : state.withTriggered(config.runningAfter(state.lastCompleted().get()));
  }

  private static String asideName(Node node, Timestamp now) {
    String name = "scheduler-state-damaged-" + now.inFileName() + ".json";
    return FreeName.of(node.home().runtime().resolve(name), node.disk()::exists)
        .getFileName()
        .toString();
  }
}
