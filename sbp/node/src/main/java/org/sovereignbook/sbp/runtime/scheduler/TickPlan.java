package org.sovereignbook.sbp.runtime.scheduler;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.StepResult;

/**
 * The plan of a tick now, assuming that every component succeeds and empties its queue.
 *
 * @param runs in their order
 * @param waiting components that would not run at all
 * @param notes corrections that the tick would make first
 */
public record TickPlan(List<Run> runs, List<Waiting> waiting, List<String> notes)
    implements StepResult {

  /** The scheduler's decision on one component, with its reason. */
  sealed interface Decision {}

  public record Run(String component, ComponentRun.Trigger trigger, String why, String command)
      implements Decision {}

  /** A component that would not run, the reason, and when its interval is over. */
  public record Waiting(String component, String why, Optional<Timestamp> nextDue)
      implements Decision {}

  public TickPlan {
    runs = List.copyOf(runs);
    waiting = List.copyOf(waiting);
    notes = List.copyOf(notes);
  }

  @Override
  public boolean idle() {
    return runs.isEmpty();
  }

  @Override
  public String summary() {
    StringBuilder text = new StringBuilder();
    notes.forEach(note -> text.append("note: ").append(note).append('\n'));
    runs.forEach(run -> text.append("would run " + run.component() + ": " + run.why() + "\n"));
    waiting.forEach(
        component ->
            text.append("not " + component.component() + ": " + component.why())
                .append(component.nextDue().map(at -> ", next due " + at).orElse(""))
                .append('\n'));
    return text.toString().stripTrailing();
  }
}
