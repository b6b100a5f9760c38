package org.sovereignbook.sbp.scheduler;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.step.Component;
import org.sovereignbook.sbp.step.Intervals;

/**
 * When a component runs, and how (IMPLEMENTATION §7). Immutable.
 *
 * @param command a line for the platform's shell, run in the node directory
 * @param intervalMinutes least time from the end of one run to the next; 0 means every tick
 * @param runIfInboxNonempty whether a waiting message is reason enough to run early
 * @param runIfFileExceedsLines what must hold beside the interval, if anything
 * @param runAfter the components after whose runs this one runs too
 * @param timeoutMinutes after which the command's whole process tree is ended
 */
public record ComponentConfig(
    String name,
    String command,
    int intervalMinutes,
    boolean runIfInboxNonempty,
    Optional<LineThreshold> runIfFileExceedsLines,
    List<String> runAfter,
    int timeoutMinutes) {
  static final int AGENT_TIMEOUT_MINUTES = 30;
  static final int SCRIPT_TIMEOUT_MINUTES = 15;
  private static final LineThreshold COMPACTION = new LineThreshold("runtime/session-log.md", 500);

  /**
   * A file that must have grown before a run is worth it.
   *
   * @param file relative to the node directory
   * @param threshold the number of lines from which on the component runs
   */
  public record LineThreshold(String file, int threshold) {}

  public ComponentConfig {
    runAfter = List.copyOf(runAfter);
  }

  /** A component of the seed, as {@code sbp init} writes it. */
  static ComponentConfig of(Component component, Intervals intervals) {
    return new ComponentConfig(
        component.name(),
        Steps.command(component),
        component.minutes(intervals),
        component == Component.READER && intervals.inboxWakesReader(),
        component == Component.COMPACTOR ? Optional.of(COMPACTION) : Optional.empty(),
        component == Component.DELIVERY
            ? List.of(Component.READER.name(), Component.AUTHOR.name())
            : List.of(),
        defaultTimeoutMinutes(component.name()));
  }

  static int defaultTimeoutMinutes(String name) {
    boolean agent = Component.ALL.stream().anyMatch(one -> one.agent() && one.name().equals(name));
    return agent ? AGENT_TIMEOUT_MINUTES : SCRIPT_TIMEOUT_MINUTES;
  }

  Duration interval() {
    return Duration.ofMinutes(intervalMinutes);
  }

  Duration timeLimit() {
    return Duration.ofMinutes(timeoutMinutes);
  }

  /** The entry in {@code components}, with the members that say something. */
  JsonObject toJson() {
    JsonObject.Builder json = JsonObject.builder().put("interval_minutes", intervalMinutes);
    if (runIfInboxNonempty) {
      json.put("run_if_inbox_nonempty", true);
    }
    runIfFileExceedsLines.ifPresent(
        lines ->
            json.put(
                "run_if_file_exceeds_lines",
                JsonObject.builder()
                    .put("file", lines.file())
                    .put("threshold", lines.threshold())
                    .build()));
    if (!runAfter.isEmpty()) {
      json.put("run_after", JsonArray.ofStrings(runAfter));
    }
    return json.build();
  }
}
