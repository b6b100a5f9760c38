package org.sovereignbook.sbp.runtime.scheduler;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Intervals;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * The scheduler's part of {@code scheduler-config.json} (IMPLEMENTATION §7): the sections {@code
 * components} and {@code commands}, and {@code scheduler} with {@code launcher} and {@code
 * command_timeout_minutes} (an object: component → minutes). A missing section has the values of
 * the seed; a component that is missing from {@code components} never runs. Immutable.
 *
 * @param components the six in the order of the file, then the operator's own, then timers
 * @param launcher the program that commands find in {@code $SBP}, if the operator chose one
 * @param notes sentences about timers that do not run
 */
record SchedulerConfig(
    List<ComponentConfig> components, Optional<String> launcher, List<String> notes) {
  public SchedulerConfig {
    components = List.copyOf(components);
    notes = List.copyOf(notes);
  }

  /**
   * Reads the three sections.
   *
   * @throws ConfigException when a key is wrong or a component has no command; names the key
   */
  public static SchedulerConfig from(Config config) {
    Config components = orSeed(config, "components");
    Config commands = orSeed(config, "commands");
    List<ComponentConfig> read = new ArrayList<>();
    for (String name : components.json().members().keySet()) {
      read.add(ComponentConfig.from(name, components.section(name), commands, config));
    }
    requireNoCircle(components, read);
    return new SchedulerConfig(
        read,
        Optional.of(config.get(SchedulerSettings.LAUNCHER)).filter(it -> !it.isBlank()),
        List.of());
  }

  /**
   * Reads the three sections of a node, and adds the timers of its features that are on.
   *
   * @throws ConfigException as {@link #from}
   */
  static SchedulerConfig of(Node node) {
    Config config = node.config();
    SchedulerConfig own = from(config);
    Map<String, ComponentConfig> added = new LinkedHashMap<>();
    List<String> notes = new ArrayList<>();
    for (TimerFeature feature : Features.on(node).of(TimerFeature.class)) {
      for (Timer timer : timers(feature, node, notes)) {
        String name = timer.component();
        boolean isTaken = added.containsKey(name) || place(name) < Component.ALL.size();
        if (isTaken) {
          notes.add(
              "the timer %s of the feature %s has a name that is taken"
                  .formatted(name, feature.name()));
        } else if (own.components.stream().noneMatch(one -> one.name().equals(name))) {
          added.put(name, ComponentConfig.of(timer, config));
        }
      }
    }
    return new SchedulerConfig(
        Stream.concat(own.components.stream(), added.values().stream()).toList(),
        own.launcher,
        notes);
  }

  /** Returns the timers of a feature; none of one that fails, with a note. */
  private static List<Timer> timers(TimerFeature feature, Node node, List<String> notes) {
    return ItemFault.orElse(
        () -> feature.isTimed(node) ? feature.timers() : List.of(),
        e -> {
          notes.add(
              "the feature %s has no timers: %s".formatted(feature.name(), ItemFault.reason(e)));
          return List.of();
        });
  }

  /**
   * Returns the components in the order of execution: those with priority, the others of the seed,
   * the operator's own.
   */
  List<ComponentConfig> byPriority() {
    return components.stream()
        .sorted((one, other) -> Integer.compare(place(one.name()), place(other.name())))
        .toList();
  }

  private static int place(String component) {
    List<Component> seed = Component.ALL;
    for (int place = 0; place < seed.size(); place++) {
      if (seed.get(place).name().equals(component)) {
        return seed.get(place).is(Component.Trait.RUNS_FIRST) ? -1 : place;
      }
    }
    return seed.size();
  }

  /** Returns the names of the components that this one triggers. */
  List<String> runningAfter(String component) {
    return components.stream()
        .filter(other -> other.runAfter().contains(component))
        .map(ComponentConfig::name)
        .toList();
  }

  private static Config orSeed(Config config, String name) {
    return config.json().has(name)
        ? config.section(name)
        : SchedulerSettings.initial(Intervals.DEFAULT).section(name);
  }

  /** Requires that components do not trigger each other in a cycle, which would never end. */
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
