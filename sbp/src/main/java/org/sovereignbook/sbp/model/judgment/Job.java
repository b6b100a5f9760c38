package org.sovereignbook.sbp.model.judgment;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;

/**
 * An agent's role (IMPLEMENTATION §2): what a model is asked, and what is made of its answer. A job
 * decides, {@link AgentRunner} acts. Jobs are values, found by name; this is an extension point, so
 * a plugin can bring one. Holds no state.
 */
public interface Job extends ExtensionPoint {

  /**
   * How a run ends.
   *
   * @param idle whether nothing comes of it, so that the pipeline may stop here
   * @param changes what to commit
   */
  record Result(boolean idle, String summary, List<Change> changes) {
    public Result {
      changes = List.copyOf(changes);
    }

    /** Nothing to do, or nothing done. */
    public static Result nothing(String why) {
      return new Result(true, why, List.of());
    }
  }

  /** The role's name in {@code sbp agent run NAME}; lower-case letters, digits and hyphens. */
  String name();

  /** The node's own copy of the prompt, in {@code agent-prompts/} (CHOICES 15). */
  default String promptFile() {
    return "CLAUDE-" + name().toUpperCase(Locale.ROOT) + ".md";
  }

  /** The prompt as it comes with the job, for a node that has none of its own. */
  default String prompt() {
    return Resources.text("prompts/" + promptFile());
  }

  /** How it is done unless {@code llm.modes.NAME} says otherwise. */
  default LlmRequest.Mode mode() {
    return LlmRequest.Mode.ANSWER;
  }

  /** Whether it speaks for the agent, so that what was asked of the ethos is worked in first. */
  default boolean followsEthos() {
    return true;
  }

  /** What the answer is to look like. */
  LlmRequest.OutputFile output();

  /** The result when it is known without asking the backend. */
  default Optional<Result> withoutAsking(JobRun run) {
    return Optional.empty();
  }

  /** What the backend reads. */
  List<LlmRequest.Input> inputs(JobRun run);

  /** For whom it is done: each has a share of the day. */
  default CallCauses causes(JobRun run) {
    return CallCauses.NONE;
  }

  /**
   * How much of what the model reads somebody has caused; more than {@link JobRun#most} is none.
   */
  default int bytesOf(JobRun run, String cause) {
    return 0;
  }

  /** Whether anything is left to do within {@link JobRun#most}; the job looks at nothing else. */
  default boolean canLeaveOut(JobRun run) {
    return false;
  }

  /**
   * Whether nothing of what is asked now has failed before, so that a rest of hours need not hold
   * it.
   */
  default boolean isNew(JobRun run) {
    return false;
  }

  /** What to remember of a run that came to nothing, whoever's fault that was. */
  default ChangeSet failed(JobRun run, LlmException why) {
    return new ChangeSet();
  }

  /**
   * What comes of an answer.
   *
   * @throws LlmException when it has not the shape that the prompt asks for
   */
  Result accept(LlmAnswer answer, JobRun run) throws LlmException;
}
