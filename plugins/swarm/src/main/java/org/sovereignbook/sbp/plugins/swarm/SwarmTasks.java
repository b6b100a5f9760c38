package org.sovereignbook.sbp.plugins.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.society.board.ItemPointer;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;

/**
 * Tasks of a swarm by its strategy. They say nothing but who does them: the goal is an item of the
 * group. Pure.
 *
 * @param goal what the board holds of the goal
 * @param leader the name of the agent that coordinates by tasks
 */
record SwarmTasks(String label, String goal, Optional<String> leader) {

  /**
   * Agent as a doer of tasks.
   *
   * @param stage the place of its slot in the manifest
   */
  record Doer(String name, int stage) {}

  static SwarmTasks of(Swarm swarm, Optional<String> leader) {
    return new SwarmTasks(swarm.label(), ItemPointer.of(List.of(swarm.goalItem())), leader);
  }

  Plan first(SwarmStrategy strategy, List<Doer> all) {
    List<Doer> others =
        all.stream().filter(one -> !leader.equals(Optional.of(one.name()))).toList();
    List<PlannedTask> tasks = new ArrayList<>();
    switch (strategy) {
      case BROADCAST -> others.forEach(one -> tasks.add(task(one.name(), List.of())));
      case PIPELINE -> others.forEach(one -> tasks.add(task(one.name(), before(others, one))));
      case HIERARCHICAL -> tasks.add(task(leader.orElseThrow(), List.of()));
    }
    if (strategy == SwarmStrategy.PIPELINE && leader.isPresent()) {
      tasks.add(task(leader.get(), others.stream().map(Doer::name).toList()));
    }
    return Plan.of(tasks);
  }

  /** Returns the tasks of a later round of a broadcast. */
  Plan round(int number, List<String> doers) {
    return Plan.of(
        doers.stream()
            .map(name -> of(name, "work of " + name + ", round " + number, List.of()).build())
            .toList());
  }

  /** Returns the leader's task after the last round. */
  Plan synthesis(List<String> done) {
    String name = leader.orElseThrow();
    return Plan.of(List.of(of(name, "synthesis of " + name, done).build()));
  }

  /** Returns the doers of the last stage before a doer's own. */
  private static List<String> before(List<Doer> all, Doer one) {
    int stage = all.stream().mapToInt(Doer::stage).filter(it -> it < one.stage()).max().orElse(-1);
    return all.stream().filter(it -> it.stage() == stage).map(Doer::name).toList();
  }

  /** Returns the leader's next task: to go on when the parts that it planned have ended. */
  Plan next(String planned, List<String> parts) {
    String name = leader.orElseThrow();
    return Plan.of(List.of(of(name, "findings for " + name, parts).parent(planned).build()));
  }

  private PlannedTask task(String name, List<String> blockers) {
    return of(name, "work of " + name, blockers).build();
  }

  private PlannedTask.Builder of(String name, String title, List<String> blockers) {
    return PlannedTask.with(title)
        .key(name)
        .description(Optional.of(goal))
        .labels(Optional.of(List.of(label)))
        .requiredRole(Optional.of(name))
        .blockedBy(Optional.of(blockers));
  }
}
