package org.sovereignbook.sbp.agent;

import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmException;
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
