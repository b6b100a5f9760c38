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
 * Role of an agent (IMPLEMENTATION §2): the question for a model, and the use of its answer. A job
 * decides, {@link AgentRunner} acts. Jobs are stateless values, found by name; this is an extension
 * point for plugins.
 */
public interface Job extends ExtensionPoint {

  /**
   * Result of a run.
   *
   * @param idle whether the run has no effect, so that the pipeline may stop here
   * @param changes the changes to commit
   */
  record Result(boolean idle, String summary, List<Change> changes) {
    public Result {
      changes = List.copyOf(changes);
    }

    /** Returns the result of a run without effect. */
    public static Result nothing(String why) {
      return new Result(true, why, List.of());
    }
  }

  /**
   * Returns the role's name in {@code sbp agent run NAME}; lower-case letters, digits and hyphens.
   */
  String name();

  /**
   * Returns the name of the node's own copy of the prompt, in {@code agent-prompts/} (CHOICES 15).
   */
  default String promptFile() {
    return "CLAUDE-" + name().toUpperCase(Locale.ROOT) + ".md";
  }

  /** Returns the job's own prompt, for a node that has none of its own. */
  default String prompt() {
    return Resources.text("prompts/" + promptFile());
  }

  /** Returns the mode unless {@code llm.modes.NAME} says otherwise. */
  default LlmRequest.Mode mode() {
    return LlmRequest.Mode.ANSWER;
  }

  /**
   * Returns whether the job writes in the agent's voice, so that pending changes of the ethos are
   * applied first.
   */
  default boolean followsEthos() {
    return true;
  }

  /** Returns the required form of the answer. */
  LlmRequest.OutputFile output();

  /** Returns the result when it is known without calling the backend. */
  default Optional<Result> withoutAsking(JobRun run) {
    return Optional.empty();
  }

  /** Returns the inputs for the backend. */
  List<LlmRequest.Input> inputs(JobRun run);

  /** Returns the principals for whom the job is done; each has a share of the day. */
  default CallCauses causes(JobRun run) {
    return CallCauses.NONE;
  }

  /**
   * Returns the bytes of input that a principal has caused, without anything beyond {@link
   * JobRun#most}.
   */
  default int bytesOf(JobRun run, String cause) {
    return 0;
  }

  /**
   * Returns whether there is work left within {@link JobRun#most}; the job reads nothing beyond it.
   */
  default boolean canLeaveOut(JobRun run) {
    return false;
  }

  /**
   * Returns whether none of the present work has failed before, so that a pause of hours need not
   * delay it.
   */
  default boolean isNew(JobRun run) {
    return false;
  }

  /** Returns the changes that record a failed run, whatever the cause of the failure. */
  default ChangeSet failed(JobRun run, LlmException why) {
    return new ChangeSet();
  }

  /**
   * Turns an answer into a result.
   *
   * @throws LlmException when the answer has not the form that the prompt asks for
   */
  Result accept(LlmAnswer answer, JobRun run) throws LlmException;
}
