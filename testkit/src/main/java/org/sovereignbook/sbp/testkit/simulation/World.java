package org.sovereignbook.sbp.testkit.simulation;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The nodes of one simulation, and everything around them. Used once. */
final class World {
  private static final Instant START = Instant.parse("2026-03-17T12:00:00Z");
  private static final double HOSTILE_SHARE = 0.1;

  /** In the first quiet days nodes tick more often than in those when times only run out. */
  private static final Duration BUSY_QUIET = Duration.ofDays(3);

  private static final Duration TICK_WHEN_BUSY = Duration.ofHours(12);
  private static final Duration TICK_WHEN_IDLE = Duration.ofHours(24);

  private final Plan plan;
  private final Fibers fibers = new Fibers(START);
  private final Trace trace = new Trace();
  private final Oracle oracle;
  private final Histories histories;
  private final Wire wire;
  private final List<SimNode> nodes = new ArrayList<>();
  private final List<HostileHost> hostiles = new ArrayList<>();
  private final Operators operators;
  private final Agencies agencies;
  private final Troubles troubles;
  private final Dice dice;
  private boolean isQuiet;

  /**
   * Creates a world.
   *
   * @param folder for the locks of the nodes; empty at first
   */
  World(Plan plan, Path folder) {
    this.plan = plan;
    this.dice = new Dice(plan.seed());
    this.oracle = new Oracle(fibers::now);
    this.histories = new Histories(fibers::now);
    this.wire = new Wire(this, dice.split());
    int bad = plan.has(FaultKind.HOSTILE) ? (int) Math.ceil(plan.nodes() * HOSTILE_SHARE) : 0;
    IntStream.range(0, plan.nodes() - bad)
        .forEach(i -> nodes.add(new SimNode(this, i, folder.resolve("n" + i), dice.split())));
    IntStream.range(plan.nodes() - bad, plan.nodes())
        .forEach(i -> hostiles.add(new HostileHost(this, i, dice.split())));
    this.operators = new Operators(this, dice.split());
    this.agencies = new Agencies(this, dice.split());
    this.troubles = new Troubles(this, dice.split());
  }

  /** Runs all days. */
  Simulation.Outcome run() {
    nodes.forEach(SimNode::make);
    hostiles.forEach(HostileHost::make);
    nodes.forEach(
        node -> fibers.after(dice.between(Duration.ofSeconds(1), tick()), () -> tick(node)));
    operators.begin();
    agencies.begin();
    troubles.begin();
    hostiles.forEach(HostileHost::begin);
    fibers.runUntil(quiet());
    isQuiet = true;
    trace(" quiet");
    troubles.end();
    fibers.runUntil(quiet().plus(Duration.ofDays(Plan.QUIET_DAYS)));
    oracle.end(nodes);
    nodes.forEach(node -> node.society().ifPresent(SimSociety::close));
    return new Simulation.Outcome(
        plan,
        trace.hash(),
        oracle.verdicts().violations(),
        trace.faults(),
        trace.counts(),
        oracle.verdicts().checks(),
        trace.last(),
        histories);
  }

  private Instant quiet() {
    return START.plus(Duration.ofDays(plan.days()));
  }

  private void tick(SimNode node) {
    node.tick();
    fibers.after(dice.between(tick().dividedBy(2), tick()), () -> tick(node));
  }

  private Duration tick() {
    if (!isQuiet) {
      return plan.tick();
    }
    return fibers.now().isBefore(quiet().plus(BUSY_QUIET)) ? TICK_WHEN_BUSY : TICK_WHEN_IDLE;
  }

  Plan plan() {
    return plan;
  }

  Fibers fibers() {
    return fibers;
  }

  Wire wire() {
    return wire;
  }

  Judge judge() {
    return oracle;
  }

  Histories histories() {
    return histories;
  }

  SocietyOracle societyJudge() {
    return oracle.society();
  }

  List<SimNode> nodes() {
    return nodes;
  }

  /** Returns the node of a name, which a node never changes. */
  Optional<SimNode> node(String name) {
    return nodes.stream().filter(node -> name.equals("n" + node.index())).findFirst();
  }

  List<HostileHost> hostiles() {
    return hostiles;
  }

  boolean isQuiet() {
    return isQuiet;
  }

  /** Returns whether faults of this kind happen now. */
  boolean strikes(FaultKind kind) {
    return !isQuiet && plan.has(kind);
  }

  void trace(String what) {
    trace.add(fibers.now(), what);
  }

  void fault(FaultKind kind, String what) {
    trace.fault(fibers.now(), kind, what);
  }

  void count(String what) {
    trace.count(what);
  }
}
