package org.sovereignbook.sbp.runtime.scheduler;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Config;

/**
 * The schedule and the command of a component (IMPLEMENTATION §7). Immutable.
 *
 * @param command a line for the platform's shell, run in the node directory
 * @param intervalMinutes least time from the end of one run to the next; 0 means every tick
 * @param runIfInboxNonempty whether a waiting message triggers an early run
 * @param runIfFileExceedsLines a further condition beside the interval, if any
 * @param runAfter the components whose runs trigger this one
 * @param timeoutMinutes after which the command's whole process tree is killed
 */
record ComponentConfig(
    String name,
    String command,
    int intervalMinutes,
    boolean runIfInboxNonempty,
    Optional<LineThreshold> runIfFileExceedsLines,
    List<String> runAfter,
    int timeoutMinutes) {
  /**
   * A file that must have grown before a run is useful.
   *
   * @param file relative to the node directory
   * @param threshold the number of lines from which the component runs
   */
  public record LineThreshold(String file, int threshold) {}

  public ComponentConfig {
    runAfter = List.copyOf(runAfter);
  }

  /**
   * Reads a component.
   *
   * @param section its own section
   * @param whole the configuration with the time limits
   */
  static ComponentConfig from(String name, Config section, Config commands, Config whole) {
    return new ComponentConfig(
        name,
        EarlierCommands.now(name, commands.get(SchedulerSettings.COMMAND.at(name))),
        section.get(SchedulerSettings.INTERVAL_MINUTES),
        section.get(SchedulerSettings.RUN_IF_INBOX_NONEMPTY),
        section.json().has(SchedulerSettings.LINES)
            ? Optional.of(
                new LineThreshold(
                    section.get(SchedulerSettings.LINES_FILE),
                    section.get(SchedulerSettings.LINES_THRESHOLD)))
            : Optional.empty(),
        section.get(SchedulerSettings.RUN_AFTER),
        whole.get(SchedulerSettings.timeout(name)));
  }

  /** Returns the component of a feature's timer. */
  static ComponentConfig of(Timer timer, Config whole) {
    return new ComponentConfig(
        timer.component(),
        "\"$SBP\" " + timer.command(),
        timer.minutes(),
        false,
        Optional.empty(),
        List.of(),
        whole.get(SchedulerSettings.timeout(timer.component())));
  }

  Duration interval() {
    return Duration.ofMinutes(intervalMinutes);
  }

  Duration timeLimit() {
    return Duration.ofMinutes(timeoutMinutes);
  }
}
