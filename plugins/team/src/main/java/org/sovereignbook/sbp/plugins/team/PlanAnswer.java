package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Optional;

/**
 * A planner's answer: tasks for others, or the result itself when no plan is needed. Tasks are made
 * from this structure only, never from prose.
 *
 * @param answer the planner's own result; empty if there are only tasks
 */
record PlanAnswer(List<NewTask> tasks, Optional<String> answer) {
  /**
   * A task to be added.
   *
   * @param key its name within the plan
   * @param blockedBy keys of tasks of this plan that must be completed first
   * @param requiredRole the role that may do it; empty for any worker
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
