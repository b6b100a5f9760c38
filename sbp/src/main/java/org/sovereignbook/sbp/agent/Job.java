package org.sovereignbook.sbp.agent;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.llm.AgentRole;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmInput;
import org.sovereignbook.sbp.store.Change;

/**
 * What one role reads and how its answer is checked; a job decides, {@link AgentRunner} acts. Holds
 * no state.
 */
public interface Job {

  /**
   * How a run ends.
   *
   * @param idle whether nothing comes of it, so that the pipeline may stop here
   * @param changes what to commit
   */
  record Outcome(boolean idle, String summary, List<Change> changes) {
    public Outcome {
      changes = List.copyOf(changes);
    }

    /** Nothing to do, or nothing done. */
    public static Outcome nothing(String why) {
      return new Outcome(true, why, List.of());
    }
  }

  AgentRole role();

  /** The outcome when it is known without asking the backend. */
  Optional<Outcome> withoutAsking(JobRun run);

  /** What the backend reads. */
  List<LlmInput> inputs(JobRun run);

  /**
   * Checks the answer's shape.
   *
   * @throws LlmException when it has not the shape that the prompt asks for
   */
  Outcome accept(LlmAnswer answer, JobRun run) throws LlmException;
}
