package org.sovereignbook.sbp.society.memory;

import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Memory's part in the lives of agents, in the same transaction: a new agent gets its hot context,
 * a deactivated one leaves an archive (CORDELIA §8.4), a removed one has no memory but what it
 * shared (§8.3). Passes events on to subscribers.
 */
public final class MemoryObserver implements EventObserver {
  @Override
  public void appended(Transaction tx, LedgerEvent event) {
    if (event.kind().equals("agent.registered")) {
      new HotMemory(tx).create(agent(tx, event));
    } else if (event.kind().equals(MemoryEvents.STATUS_CHANGED)) {
      changed(tx, agent(tx, event), event.metadata().string("new_status").orElse(""));
    }
    new MemoryEvents(tx).deliver(event);
  }

  private static MemoryHolder agent(Transaction tx, LedgerEvent event) {
    AgentId id = new AgentId(event.metadata().string("agent_id").orElseThrow());
    return MemoryHolder.of(Agents.find(tx, id).orElseThrow());
  }

  private static void changed(Transaction tx, MemoryHolder holder, String status) {
    if (status.equals(AgentStatus.DEACTIVATED.toString())) {
      new AgentArchive(tx).keep(holder);
      new HotMemory(tx).archive(holder.principal());
    } else if (status.equals(AgentStatus.REMOVED.toString())) {
      new HotMemory(tx).delete(holder);
      Groups.leaveAll(tx, holder.principal());
      new MemoryEvents(tx).forget(holder.principal());
    }
  }
}
