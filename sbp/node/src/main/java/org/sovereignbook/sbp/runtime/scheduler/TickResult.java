package org.sovereignbook.sbp.runtime.scheduler;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.node.StepResult;

/**
 * The result of a tick.
 *
 * @param runs in their order
 * @param notes exceptional events; also in ops-log.md
 * @param skipped why the tick did nothing at all, when another process held the node
 */
public record TickResult(List<ComponentRun> runs, List<String> notes, Optional<String> skipped)
    implements StepResult {

  public TickResult {
    runs = List.copyOf(runs);
    notes = List.copyOf(notes);
  }

  static TickResult skipped(String why) {
    return new TickResult(List.of(), List.of(), Optional.of(why));
  }

  /** Returns whether no component had anything to do. */
  @Override
  public boolean idle() {
    return runs.stream().allMatch(run -> run.outcome() == ComponentRun.Status.IDLE);
  }

  /** Returns whether a component failed or was killed at its time limit. */
  public boolean failed() {
    return runs.stream().anyMatch(run -> run.outcome().isFailure());
  }

  @Override
  public String summary() {
    if (skipped.isPresent()) {
      return skipped.get();
    }
    return runs.isEmpty()
        ? "nothing is due"
        : runs.stream().map(ComponentRun::toString).collect(Collectors.joining(", "));
  }
}
