package org.sovereignbook.sbp.plugins.evolution;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.plugins.team.MemberWork;

/** Work on changes in the process of a member. For one thread. */
final class MemberEvolution implements MemberWork {
  private final Host host;
  private final EvolutionWork work;

  /** Changes of agents that the member leaves alone until a time. */
  private final Map<String, Instant> resting = new TreeMap<>();

  MemberEvolution(Host host) {
    this.host = host;
    this.work = new EvolutionWork(host.models(), host.files(), host.log());
  }

  @Override
  public String activity() {
    return "evolving";
  }

  /** Writes adopted changes into the team's files, so that the next task is done with them. */
  @Override
  public void beforeTask() {
    work.write(host.team());
  }

  @Override
  public boolean step() throws LlmException, InterruptedException {
    return work.idle(host.team(), host.member(), host.self(), resting);
  }
}
