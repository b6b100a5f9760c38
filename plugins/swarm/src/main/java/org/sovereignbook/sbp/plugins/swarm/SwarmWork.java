package org.sovereignbook.sbp.plugins.swarm;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.plugins.team.RunWork;

/** Swarms as work that is shown as a run, whoever runs their agents. */
final class SwarmWork {
  private static final String KIND = "swarm";

  private SwarmWork() {}

  static RunWork of(Transaction tx, Swarm swarm) {
    return new RunWork(
        swarm.id(),
        KIND,
        "swarm " + swarm.id(),
        Optional.empty(),
        Optional.of(swarm.label()),
        Instant.ofEpochMilli(swarm.createdMs()),
        swarm.endedMs().map(Instant::ofEpochMilli),
        new Swarms(tx).status(swarm).phase().toString(),
        doers(tx, swarm));
  }

  private static List<RunWork.Doer> doers(Transaction tx, Swarm swarm) {
    return swarm.workers(tx).stream()
        .map(
            one ->
                new RunWork.Doer(
                    Agents.find(tx, one.agent()).map(Agent::name).orElse(one.slot()),
                    one.agent().hex(),
                    one.slot(),
                    0))
        .toList();
  }
}
