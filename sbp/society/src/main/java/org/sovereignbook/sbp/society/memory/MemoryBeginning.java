package org.sovereignbook.sbp.society.memory;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** First use of memory in a society that had none: hot contexts for all, archives as items. */
public final class MemoryBeginning {
  /** Archives of an earlier version, which the script V24 has left as texts without a hash. */
  private static final String ARCHIVES =
      " subject_kind = 'agent' AND field = 'archive' AND sha256 = ''";

  private record Archived(String id, String agent, String document) {}

  private MemoryBeginning() {}

  /** Creates what a society needs for memory; does nothing once that is done. */
  public static void ensure(Ledger ledger) {
    if (!ledger.<Boolean>read(MemoryBeginning::isDone)) {
      boolean _ =
          ledger.<Boolean>write(
              tx -> {
                if (!isDone(tx)) {
                  begin(tx);
                }
                return true;
              });
    }
  }

  /** The scope of public items is created last, so that it marks the end of this work. */
  private static boolean isDone(Transaction tx) {
    return new Scopes(tx).find(Visibility.PUBLIC, "").isPresent();
  }

  private static void begin(Transaction tx) {
    HotMemory hot = new HotMemory(tx);
    hot.create(MemoryHolder.OF_OWNER);
    for (Agent agent : Agents.all(tx)) {
      if (agent.status() != AgentStatus.REMOVED) {
        hot.create(MemoryHolder.of(agent));
      }
    }
    moveArchives(tx);
    String _ = new Scopes(tx).ofAll().scope();
  }

  private static void moveArchives(Transaction tx) {
    List<Archived> archives =
        tx.list(
            "SELECT id, subject, text FROM content WHERE" + ARCHIVES + " ORDER BY at_ms",
            row -> new Archived(row.text(1), row.text(2), row.text(3)));
    for (Archived one : archives) {
      Agent agent = Agents.find(tx, new AgentId(one.agent())).orElseThrow();
      new AgentArchive(tx)
          .keep(one.id(), agent, MemoryTexts.parse(one.document()).without("type", "id"));
    }
    tx.update("DELETE FROM content WHERE" + ARCHIVES);
  }
}
