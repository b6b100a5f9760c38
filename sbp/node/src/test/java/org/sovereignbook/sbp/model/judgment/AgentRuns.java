package org.sovereignbook.sbp.model.judgment;

import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.file.FileStore;

/** Runs an agent where no checked exception may pass. */
public final class AgentRuns {
  private AgentRuns() {}

  /** Runs it; a failed call is the test's failure. */
  public static AgentResult run(Node node, LlmBackend backend, Job job) {
    try {
      return new AgentRunner(node, new FileStore(node), backend).run(job, false);
    } catch (LlmException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
