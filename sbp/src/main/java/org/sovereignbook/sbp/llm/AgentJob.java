package org.sovereignbook.sbp.llm;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.store.Change;

/** What one role reads and how its answer is checked; a job decides, {@link AgentRunner} acts. */
interface AgentJob {

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

    static Outcome nothing(String why) {
      return new Outcome(true, why, List.of());
    }
  }

  /** The outcome when it is known without asking the backend. */
  Optional<Outcome> withoutAsking();

  /** What the backend reads. */
  List<LlmInput> inputs();

  /**
   * Checks the answer's shape.
   *
   * @throws LlmException when it has not the shape that the prompt asks for
   */
  Outcome accept(LlmAnswer answer) throws LlmException;
}
