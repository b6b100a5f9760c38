package org.sovereignbook.sbp.builtin;

import java.util.List;
import org.sovereignbook.sbp.agent.Job;
import org.sovereignbook.sbp.author.AuthorJob;
import org.sovereignbook.sbp.compactor.CompactorJob;
import org.sovereignbook.sbp.ethos.EthosJob;
import org.sovereignbook.sbp.llm.AgentRole;
import org.sovereignbook.sbp.reader.ReaderJob;

/** The jobs that every node has. */
public final class BuiltinJobs {
  public static final List<Job> ALL =
      List.of(new ReaderJob(), new AuthorJob(), new CompactorJob(), new EthosJob());

  private BuiltinJobs() {}

  /** The job of a role. */
  public static Job of(AgentRole role) {
    return ALL.stream().filter(job -> job.role() == role).findFirst().orElseThrow();
  }
}
