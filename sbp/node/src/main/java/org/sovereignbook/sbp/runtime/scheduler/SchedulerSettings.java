package org.sovereignbook.sbp.runtime.scheduler;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.compactor.CompactorJob;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Intervals;
import org.sovereignbook.sbp.store.NodeWait;

/**
 * The operator's settings for the schedule of components (IMPLEMENTATION §7): each of the seed's by
 * name, and others that the operator adds.
 */
public final class SchedulerSettings {
  /** Within the section of a component. */
  static final Setting<Integer> INTERVAL_MINUTES =
      Setting.integer(
              "interval_minutes",
              0,
              0,
              366 * 24 * 60,
              "least time from the end of one run to the next; 0 means every tick")
          .withoutDefault();

  static final Setting<Boolean> RUN_IF_INBOX_NONEMPTY =
      Setting.flag("run_if_inbox_nonempty", false, "a waiting message starts a run early");

  static final String LINES = "run_if_file_exceeds_lines";

  static final Setting<String> LINES_FILE =
      Setting.text(
              LINES + ".file",
              "runtime/session-log.md",
              file -> !file.isBlank(),
              "a path in the node directory",
              "in addition to the interval, this file must have grown")
          .withoutDefault();

  static final Setting<Integer> LINES_THRESHOLD =
      CompactorJob.ABOVE_LINES.at(LINES + ".threshold").withoutDefault();

  static final Setting<List<String>> RUN_AFTER =
      Setting.texts(
          "run_after",
          List.of(),
          name -> !name.isBlank(),
          "the name of a component; no circle",
          "also runs after one of these has done something, in the same tick");

  static final Setting<String> COMMAND =
      Setting.text(
              "",
              "",
              command -> !command.isBlank(),
              "a shell command, such as ./runtime/scripts/delivery",
              "the command of this component")
          .withoutDefault();

  static final Setting<Integer> TIMEOUT_MINUTES =
      Setting.integer(
          "command_timeout_minutes",
          15,
          1,
          24 * 60,
          "after this time the command is ended with its whole process tree");

  static final Setting<String> LAUNCHER =
      Setting.text(
          "scheduler.launcher",
          "",
          path -> true,
          "a path, or empty",
          "the value of `SBP` for commands when the tick was started without it; empty means `sbp`"
              + " on the `PATH`");

  private static final String TIMEOUTS = "scheduler.command_timeout_minutes.";
  private static final int AGENT_TIMEOUT_MINUTES = 30;

  public static final Settings ALL = new Settings(all(Intervals.DEFAULT), SchedulerConfig::from);

  private SchedulerSettings() {}

  /** Returns the configured command of a component; empty when it is none of the node's. */
  public static String command(Config config, Component component) {
    return SchedulerConfig.from(config).components().stream()
        .filter(each -> each.name().equals(component.name()))
        .map(ComponentConfig::command)
        .findFirst()
        .orElse("");
  }

  /** Returns the three sections of a new node. */
  public static Config initial(Intervals intervals) {
    return new Settings(all(intervals), config -> {}).defaults();
  }

  /** Returns the setting of a component's time limit; agents get more time. */
  static Setting<Integer> timeout(String component) {
    Setting<Integer> timeout = TIMEOUT_MINUTES.at(TIMEOUTS + component);
    return Component.is(component, Component.Trait.AGENT)
        ? timeout.byDefault(AGENT_TIMEOUT_MINUTES)
        : timeout;
  }

  private static List<Setting<?>> all(Intervals intervals) {
    List<Setting<?>> all = new ArrayList<>();
    Component.ALL.forEach(component -> all.addAll(of(component, intervals)));
    all.addAll(ofAnyOther());
    for (Component component : Component.ALL) {
      all.add(COMMAND.at("commands." + component).byDefault(Steps.command(component)));
    }
    all.add(COMMAND.at("commands.*"));
    all.add(LAUNCHER);
    all.add(NodeWait.BUSY_WAIT_SECONDS);
    Component.ALL.forEach(component -> all.add(timeout(component.name())));
    all.add(timeout("*").withoutDefault());
    return all;
  }

  private static List<Setting<?>> of(Component component, Intervals intervals) {
    String section = "components." + component;
    List<Setting<?>> all = new ArrayList<>();
    all.add(INTERVAL_MINUTES.within(section).byDefault(component.minutes(intervals)));
    if (component.is(Component.Trait.READS_INBOX) && intervals.inboxWakesReader()) {
      all.add(RUN_IF_INBOX_NONEMPTY.within(section).byDefault(true));
    }
    if (component.equals(Component.COMPACTOR)) {
      all.add(LINES_FILE.within(section).byDefault("runtime/session-log.md"));
      all.add(CompactorJob.ABOVE_LINES);
    }
    if (!component.runsAfter().isEmpty()) {
      List<String> others = component.runsAfter().stream().map(Component::name).toList();
      all.add(RUN_AFTER.within(section).byDefault(others));
    }
    return all;
  }

  private static List<Setting<?>> ofAnyOther() {
    String section = "components.*";
    return List.of(
        INTERVAL_MINUTES.within(section),
        RUN_IF_INBOX_NONEMPTY.within(section).withoutDefault(),
        LINES_FILE.within(section),
        LINES_THRESHOLD.within(section),
        RUN_AFTER.within(section).withoutDefault());
  }
}
