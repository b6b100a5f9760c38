package org.sovereignbook.sbp.society.team;

import java.util.List;
import java.util.Optional;

/**
 * What a planner answers: tasks for others, or the result itself where nothing is to be planned.
 * Only this shape becomes tasks, never lines of prose.
 *
 * @param answer what the planner itself has to say; empty if there is nothing but tasks
 */
record PlanAnswer(List<NewTask> tasks, Optional<String> answer) {
  /**
   * A task to be made.
   *
   * @param key its name within the plan
   * @param blockedBy keys of tasks of this plan that must be completed before
   * @param requiredRole who is to do it; empty for any worker
   * @param priority larger ones come first
   */
  record NewTask(
      String key,
      String title,
      Optional<String> description,
      Optional<List<String>> blockedBy,
      Optional<String> requiredRole,
      Optional<Integer> priority) {}
}
