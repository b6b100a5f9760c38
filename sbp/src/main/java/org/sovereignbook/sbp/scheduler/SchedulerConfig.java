package org.sovereignbook.sbp.scheduler;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.step.Component;
import org.sovereignbook.sbp.step.Intervals;

/**
 * What the scheduler reads from {@code scheduler-config.json} (IMPLEMENTATION §7): the sections
 * {@code components} and {@code commands}, and {@code scheduler} with {@code launcher} and {@code
 * command_timeout_minutes} (an object: component → minutes). A section that is missing altogether
 * is that of the seed; a component that is missing from {@code components} never runs. Immutable.
 *
 * @param components the six in the order of the file, then the operator's own
 * @param launcher the program that commands find in {@code $SBP}, if the operator chose one
 */
public record SchedulerConfig(List<ComponentConfig> components, Optional<String> launcher) {
  static final int MAX_INTERVAL_MINUTES = 366 * 24 * 60;
  static final int MAX_TIMEOUT_MINUTES = 24 * 60;
  private static final String TIMEOUTS = "command_timeout_minutes";

  public SchedulerConfig {
    components = List.copyOf(components);
  }

  /** What {@code sbp init} writes. */
  public static SchedulerConfig defaults(Intervals intervals) {
    return new SchedulerConfig(
        Component.ALL.stream().map(one -> ComponentConfig.of(one, intervals)).toList(),
        Optional.empty());
  }

  /**
   * Reads the three sections.
   *
   * @throws ConfigException when a key is wrong or a component has no command; names the key
   */
  public static SchedulerConfig from(Config config) {
    Config scheduler = config.section("scheduler");
    Config timeouts = scheduler.section(TIMEOUTS);
    Config components = orSeed(config, "components");
    Config commands = orSeed(config, "commands");
    List<ComponentConfig> read = new ArrayList<>();
    for (String name : components.json().members().keySet()) {
      read.add(component(components.section(name), name, command(commands, name), timeouts));
    }
    requireNoCircle(components, read);
    return new SchedulerConfig(
        read, Optional.of(scheduler.text("launcher", "")).filter(text -> !text.isBlank()));
  }

  /** The three sections, with every key; what {@link #from} reads. */
  public JsonObject toJson() {
    JsonObject.Builder members = JsonObject.builder();
    JsonObject.Builder commands = JsonObject.builder();
    JsonObject.Builder timeouts = JsonObject.builder();
    for (ComponentConfig component : components) {
      members.put(component.name(), component.toJson());
      commands.put(component.name(), component.command());
      timeouts.put(component.name(), component.timeoutMinutes());
    }
    return JsonObject.builder()
        .put("components", members.build())
        .put("commands", commands.build())
        .put(
            "scheduler",
            JsonObject.builder()
                .put("launcher", launcher.orElse(""))
                .put(TIMEOUTS, timeouts.build())
                .build())
        .build();
  }

  /** In the order in which they run: delivery, the others of the seed, the operator's own. */
  List<ComponentConfig> byPriority() {
    return components.stream()
        .sorted((one, other) -> Integer.compare(place(one.name()), place(other.name())))
        .toList();
  }

  private static int place(String component) {
    if (component.equals(Component.DELIVERY.name())) {
      return -1;
    }
    List<String> seed = Component.ALL.stream().map(Component::name).toList();
    return seed.contains(component) ? seed.indexOf(component) : seed.size();
  }

  /** The names of the components that run after this one. */
  List<String> runningAfter(String component) {
    return components.stream()
        .filter(other -> other.runAfter().contains(component))
        .map(ComponentConfig::name)
        .toList();
  }

  private static Config orSeed(Config config, String name) {
    JsonObject seed = defaults(Intervals.DEFAULT).toJson();
    return config.json().has(name)
        ? config.section(name)
        : new Config(config.file(), seed).section(name);
  }

  private static String command(Config commands, String component) {
    String command = commands.text(component, "");
    if (command.isBlank()) {
      throw commands.wrong(
          component,
          "a shell command that runs this component, such as ./runtime/scripts/" + component);
    }
    return command;
  }

  private static ComponentConfig component(
      Config section, String name, String command, Config timeouts) {
    if (!section.json().has("interval_minutes")) {
      throw section.wrong("interval_minutes", "the minutes from one run to the next");
    }
    return new ComponentConfig(
        name,
        command,
        section.integer("interval_minutes", 0, 0, MAX_INTERVAL_MINUTES),
        section.flag("run_if_inbox_nonempty", false),
        threshold(section),
        runAfter(section),
        timeouts.integer(
            name, ComponentConfig.defaultTimeoutMinutes(name), 1, MAX_TIMEOUT_MINUTES));
  }

  private static Optional<ComponentConfig.LineThreshold> threshold(Config section) {
    if (!section.json().has("run_if_file_exceeds_lines")) {
      return Optional.empty();
    }
    Config lines = section.section("run_if_file_exceeds_lines");
    String file = lines.text("file", "");
    if (file.isBlank() || !lines.json().has("threshold")) {
      throw section.wrong("run_if_file_exceeds_lines", "an object with \"file\" and \"threshold\"");
    }
    return Optional.of(
        new ComponentConfig.LineThreshold(
            file, lines.integer("threshold", 0, 0, Integer.MAX_VALUE)));
  }

  private static List<String> runAfter(Config section) {
    if (!section.json().has("run_after")) {
      return List.of();
    }
    return section
        .json()
        .array("run_after")
        .flatMap(JsonArray::strings)
        .orElseThrow(() -> section.wrong("run_after", "an array of component names"));
  }

  /** Components that trigger each other would keep a tick running for ever. */
  private static void requireNoCircle(Config section, List<ComponentConfig> components) {
    Map<String, ComponentConfig> byName =
        components.stream().collect(Collectors.toMap(ComponentConfig::name, Function.identity()));
    for (ComponentConfig component : components) {
      if (leadsTo(component.name(), component, byName, new HashSet<>())) {
        throw section
            .section(component.name())
            .wrong("run_after", "no circle, and this component waits for itself");
      }
    }
  }

  private static boolean leadsTo(
      String goal, ComponentConfig from, Map<String, ComponentConfig> byName, Set<String> visited) {
    for (String next : from.runAfter()) {
      ComponentConfig component = byName.get(next);
      if (next.equals(goal)
          || (component != null
              && visited.add(next)
              && leadsTo(goal, component, byName, visited))) {
        return true;
      }
    }
    return false;
  }
}
