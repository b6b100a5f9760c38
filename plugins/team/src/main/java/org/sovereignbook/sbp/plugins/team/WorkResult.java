package org.sovereignbook.sbp.plugins.team;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;

/**
 * A member's result.
 *
 * @param text the result, which is shown to others
 * @param plan the tasks to add; empty for none
 */
record WorkResult(String text, Optional<Plan> plan) {

  /** Returns a worker's answer as its result. */
  static WorkResult of(LlmAnswer answer) throws LlmException {
    String text = answer.text().strip();
    if (text.isEmpty()) {
      throw LlmException.answer("the answer is empty");
    }
    return new WorkResult(text, Optional.empty());
  }

  /**
   * Converts a planner's answer to tasks below its own. An invalid plan is reported back to the
   * planner.
   *
   * @param limits the limits in its prompt
   * @param label of the run's tasks
   */
  static WorkResult planned(
      LlmAnswer answer, MemberPrompt.PlanLimits limits, String parent, Optional<String> label)
      throws LlmException {
    PlanAnswer plan = answer.shaped(PlanAnswer.class, "the answer");
    String said = plan.answer().orElse("").strip();
    if (plan.tasks().isEmpty()) {
      if (said.isEmpty()) {
        throw LlmException.answer("there are neither tasks nor an answer");
      }
      return new WorkResult(said, Optional.empty());
    }
    if (plan.tasks().size() > limits.maxTasks()) {
      throw LlmException.answer(
          "there are %d tasks, more than the %d that are left (limits.json)"
              .formatted(plan.tasks().size(), limits.maxTasks()));
    }
    Set<String> keys =
        plan.tasks().stream().map(PlanAnswer.NewTask::key).collect(Collectors.toSet());
    List<PlannedTask> tasks = new ArrayList<>();
    for (PlanAnswer.NewTask task : plan.tasks()) {
      tasks.add(task(task, keys, limits, parent, label));
    }
    try {
      String titles =
          tasks.stream().map(task -> "- " + task.title()).collect(Collectors.joining("\n"));
      String text =
          (said.isEmpty() ? "" : said + "\n\n")
              + "Planned "
              + Wording.counted(tasks.size(), "task")
              + ":\n\n"
              + titles;
      return new WorkResult(text, Optional.of(Plan.of(tasks)));
    } catch (SocietyException e) {
      throw new LlmException(LlmException.Kind.ANSWER, e.getMessage(), e);
    }
  }

  private static PlannedTask task(
      PlanAnswer.NewTask task,
      Set<String> keys,
      MemberPrompt.PlanLimits limits,
      String parent,
      Optional<String> label)
      throws LlmException {
    for (String blocker : task.blockedBy().orElse(List.of())) {
      if (!keys.contains(blocker)) {
        throw LlmException.answer(
            "task %s is blocked by %s, which is no key of the plan".formatted(task.key(), blocker));
      }
    }
    if (task.requiredRole().isPresent() && !limits.roles().contains(task.requiredRole().get())) {
      throw LlmException.answer(
          "task %s requires the role %s; there are %s"
              .formatted(task.key(), task.requiredRole().get(), limits.roles()));
    }
    try {
      return PlannedTask.with(task.title())
          .key(task.key())
          .description(task.description())
          .blockedBy(task.blockedBy())
          .priority(task.priority())
          .labels(label.map(List::of))
          .requiredRole(task.requiredRole())
          .parent(parent)
          .build();
    } catch (IllegalArgumentException e) {
      throw new LlmException(
          LlmException.Kind.ANSWER, "task " + task.key() + ": " + e.getMessage(), e);
    }
  }

  /** Returns a summary in a few words. */
  String summary() {
    return plan.map(made -> Wording.counted(made.tasks().size(), "task"))
        .orElseGet(() -> Wording.counted(text.length(), "character"));
  }
}
