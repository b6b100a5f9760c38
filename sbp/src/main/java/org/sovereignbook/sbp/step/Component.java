package org.sovereignbook.sbp.step;

import java.util.List;

/**
 * What the scheduler runs as one (IMPLEMENTATION §7): a step, or an agent with the steps around it.
 * Its name stands in the config, in the logs and in the locks. The minutes are the least time from
 * the end of one run to the next, for each choice of intervals.
 *
 * @param agent whether it calls a model, which takes its time
 */
public record Component(
    String name,
    boolean agent,
    int defaultMinutes,
    int activeMinutes,
    int moderateMinutes,
    int quietMinutes) {

  public static final Component READER = new Component("reader", true, 120, 60, 360, 1440);
  public static final Component AUTHOR = new Component("author", true, 360, 240, 720, 1440);
  public static final Component COMPACTOR = new Component("compactor", true, 240, 120, 720, 1440);
  public static final Component DELIVERY = new Component("delivery", false, 60, 30, 60, 240);
  public static final Component NETWORK = new Component("network", false, 1440, 1440, 1440, 1440);
  public static final Component MAINTENANCE =
      new Component("maintenance", false, 10080, 10080, 10080, 10080);

  /** The six of the seed, in the order of its config file. */
  public static final List<Component> ALL =
      List.of(READER, AUTHOR, COMPACTOR, DELIVERY, NETWORK, MAINTENANCE);

  /** The least minutes from the end of one run to the next. */
  public int minutes(Intervals chosen) {
    return switch (chosen) {
      case DEFAULT -> defaultMinutes;
      case ACTIVE -> activeMinutes;
      case MODERATE -> moderateMinutes;
      case QUIET -> quietMinutes;
    };
  }

  /** By name, by hand: a record's own would be made at each start, as slowly as all else there. */
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
