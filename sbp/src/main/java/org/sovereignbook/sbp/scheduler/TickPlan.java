package org.sovereignbook.sbp.scheduler;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * What a tick would do now, if every component did its work and emptied what it drains.
 *
 * @param runs in their order
 * @param waiting those that would not run at all
 * @param notes what the tick would first put right
 */
public record TickPlan(List<Run> runs, List<Waiting> waiting, List<String> notes)
    implements StepResult {

  /** A component that would run. */
  public record Run(String component, String command, Verdict.Trigger trigger, String why) {
    JsonObject toJson() {
      return JsonObject.builder()
          .put("component", component)
          .put("trigger", trigger.name().toLowerCase(java.util.Locale.ROOT))
          .put("why", why)
          .put("command", command)
          .build();
    }
  }

  /** A component that would not run, why, and when its interval is over. */
  public record Waiting(String component, String why, Optional<Timestamp> nextDue) {
    JsonObject toJson() {
      return JsonObject.builder()
          .put("component", component)
          .put("why", why)
          .putIfPresent("next_due", nextDue.map(Timestamp::toString))
          .build();
    }
  }

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
    runs.forEach(run -> text.append("would run %s: %s%n".formatted(run.component(), run.why())));
    waiting.forEach(
        component ->
            text.append("not %s: %s".formatted(component.component(), component.why()))
                .append(component.nextDue().map(at -> ", next due " + at).orElse(""))
                .append('\n'));
    return text.toString().stripTrailing();
  }

  @Override
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("runs", JsonArray.of(runs.stream().map(Run::toJson).toList()))
        .put("waiting", JsonArray.of(waiting.stream().map(Waiting::toJson).toList()))
        .put("notes", JsonArray.ofStrings(notes))
        .build();
  }
}
