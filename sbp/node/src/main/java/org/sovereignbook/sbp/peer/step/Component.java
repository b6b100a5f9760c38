package org.sovereignbook.sbp.peer.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Unit that the scheduler runs (IMPLEMENTATION §7): a step, or an agent with the steps around it.
 * Its name is used in the config, in the logs and in the locks. The minutes are the least time from
 * the end of one run to the next, for each choice of intervals. Code that treats one component
 * differently asks for its trait, not for its name.
 *
 * @param runsAfter the components after whose runs it runs too, in the same tick
 */
public record Component(
    String name,
    Set<Trait> traits,
    List<Component> runsAfter,
    int defaultMinutes,
    int activeMinutes,
    int moderateMinutes,
    int quietMinutes) {

  /** Property that most components do not have. */
  public enum Trait {
    /** It calls a model, which may take long. */
    AGENT,
    /** It reads incoming messages: a waiting message wakes it, gates run before its agent. */
    READS_INBOX,
    /** It sends the node's outgoing messages. */
    SENDS,
    /** It deletes expired data. */
    FORGETS,
    /** It runs before all others in a tick. */
    RUNS_FIRST,
    /** Several machines may run it at a time: it claims what it works on. */
    SHARED
  }

  public static final Component READER =
      new Component(
          "reader", Set.of(Trait.AGENT, Trait.READS_INBOX), List.of(), 120, 60, 360, 1440);
  public static final Component AUTHOR =
      new Component("author", Set.of(Trait.AGENT), List.of(), 360, 240, 720, 1440);
  public static final Component COMPACTOR =
      new Component("compactor", Set.of(Trait.AGENT), List.of(), 240, 120, 720, 1440);
  public static final Component DELIVERY =
      new Component(
          "delivery",
          Set.of(Trait.SENDS, Trait.RUNS_FIRST, Trait.SHARED),
          List.of(READER, AUTHOR),
          60,
          30,
          60,
          240);
  public static final Component NETWORK =
      new Component("network", Set.of(), List.of(), 1440, 1440, 1440, 1440);
  public static final Component MAINTENANCE =
      new Component("maintenance", Set.of(Trait.FORGETS), List.of(), 10080, 10080, 10080, 10080);

  /** The six of the seed, in the order of its config file. */
  public static final List<Component> ALL =
      List.of(READER, AUTHOR, COMPACTOR, DELIVERY, NETWORK, MAINTENANCE);

  public Component {
    traits = Set.copyOf(traits);
    runsAfter = List.copyOf(runsAfter);
  }

  /**
   * Returns whether a built-in component of this name has the trait; false for the operator's own.
   */
  public static boolean is(String name, Trait trait) {
    for (Component component : ALL) {
      if (component.name.equals(name)) {
        return component.is(trait);
      }
    }
    return false;
  }

  /** Returns the names of the components with the trait, in order. */
  public static List<String> names(Trait trait) {
    List<String> names = new ArrayList<>();
    for (Component component : ALL) {
      if (component.is(trait)) {
        names.add(component.name);
      }
    }
    return names;
  }

  public boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** Returns the minimum minutes from the end of one run to the next. */
  public int minutes(Intervals chosen) {
    return switch (chosen) {
      case DEFAULT -> defaultMinutes;
      case ACTIVE -> activeMinutes;
      case MODERATE -> moderateMinutes;
      case QUIET -> quietMinutes;
    };
  }

  /**
   * Compares by name, written by hand: a record's generated method is slow to link at each start.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Component that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
