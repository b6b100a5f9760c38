package org.sovereignbook.sbp.testkit.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Faults of machines and of the network that come with time, until the quiet days. */
final class Troubles {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int MAX_OPERATIONS = 400;

  private final World world;
  private final Dice dice;
  private final List<Wire.Cut> cuts = new ArrayList<>();

  Troubles(World world, Dice dice) {
    this.world = world;
    this.dice = dice;
  }

  void begin() {
    each(
        FaultKind.CRASH,
        Duration.ofHours(30),
        node -> node.disk().crashAfter(1 + dice.below(MAX_OPERATIONS)));
    each(FaultKind.FULL_DISK, Duration.ofDays(6), this::fill);
    each(FaultKind.CLOCK, Duration.ofDays(5), this::jump);
    each(FaultKind.OLD_BACKUP, Duration.ofDays(20), SimNode::loseDisk);
    world.nodes().forEach(node -> repeat(Duration.ofHours(20), node::backUp));
    if (world.plan().has(FaultKind.CLOCK)) {
      repeat(Duration.ofHours(20), this::jumpTogether);
    }
    if (world.plan().has(FaultKind.PARTITION)) {
      repeat(Duration.ofHours(30), this::part);
    }
    if (world.plan().has(FaultKind.ONE_WAY)) {
      repeat(Duration.ofHours(30), this::partOneWay);
    }
  }

  /** Mends everything that can be mended. */
  void end() {
    List.copyOf(cuts).forEach(this::mend);
    for (SimNode node : world.nodes()) {
      node.setFull(false);
      node.skew(Duration.ZERO);
      node.disk().crashAfter(Integer.MAX_VALUE);
    }
  }

  private interface Work {
    void on(SimNode node);
  }

  private void each(FaultKind kind, Duration every, Work work) {
    if (world.plan().has(kind)) {
      for (SimNode node : world.nodes()) {
        repeat(every, () -> work.on(node));
      }
    }
  }

  /**
   * Does something again and again, at random times of this mean distance, while it is not quiet.
   */
  private void repeat(Duration every, Runnable work) {
    world
        .fibers()
        .after(
            dice.between(HOUR, every.multipliedBy(2)),
            () -> {
              if (!world.isQuiet()) {
                work.run();
                repeat(every, work);
              }
            });
  }

  private void fill(SimNode node) {
    world.fault(FaultKind.FULL_DISK, Integer.toString(node.index()));
    node.setFull(true);
    world.fibers().after(dice.between(HOUR, HOUR.multipliedBy(8)), () -> node.setFull(false));
  }

  private void jump(SimNode node) {
    Duration by =
        switch (dice.below(5)) {
          case 0, 1 -> dice.between(Duration.ofMinutes(-30), Duration.ofMinutes(30));
          case 2, 3 -> dice.between(Duration.ofDays(-3), Duration.ofDays(3));
          default -> far();
        };
    setFor(dice.between(HOUR, HOUR.multipliedBy(12)), by, List.of(node));
  }

  /**
   * A bad time server moves everybody's clock: messages are sent and accepted by a wrong time, and
   * wait when it is right again.
   */
  private void jumpTogether() {
    Duration by = dice.happens(0.5) ? far() : dice.between(Duration.ofDays(-3), Duration.ofDays(3));
    setFor(dice.between(HOUR, HOUR.multipliedBy(4)), by, world.nodes());
  }

  /** Beyond the quiet days: nothing may wait until a time that was never there. */
  private Duration far() {
    return dice.between(Duration.ofDays(12), Duration.ofDays(15));
  }

  private void setFor(Duration time, Duration by, List<SimNode> nodes) {
    for (SimNode node : nodes) {
      world.fault(FaultKind.CLOCK, node.index() + " " + by);
      node.skew(by);
      world.fibers().after(time, () -> node.skew(Duration.ZERO));
    }
  }

  private void part() {
    Set<Integer> some = some();
    Set<Integer> others = others(some);
    world.fault(FaultKind.PARTITION, some.toString());
    cutFor(new Wire.Cut(some, others));
    cutFor(new Wire.Cut(others, some));
  }

  private void partOneWay() {
    Set<Integer> some = some();
    world.fault(FaultKind.ONE_WAY, some.toString());
    cutFor(new Wire.Cut(some, others(some)));
  }

  private void cutFor(Wire.Cut cut) {
    world.wire().cut(cut);
    cuts.add(cut);
    world.fibers().after(dice.between(HOUR, HOUR.multipliedBy(10)), () -> mend(cut));
  }

  private void mend(Wire.Cut cut) {
    world.wire().mend(cut);
    cuts.remove(cut);
  }

  private Set<Integer> some() {
    Set<Integer> some = new HashSet<>();
    int count = 1 + dice.below(Math.max(1, world.plan().nodes() / 2));
    for (int i = 0; i < count; i++) {
      some.add(dice.below(world.plan().nodes()));
    }
    return some;
  }

  private Set<Integer> others(Set<Integer> some) {
    Set<Integer> others = new HashSet<>();
    for (int i = 0; i < world.plan().nodes(); i++) {
      if (!some.contains(i)) {
        others.add(i);
      }
    }
    return others;
  }
}
