package org.sovereignbook.sbp.plugins.hooks;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.SetAsideItem;

/** Events, hooks and runs of hooks that were set aside, by their ids. */
record HookAsides(Transaction tx) {
  private static final int MOST = 1_000;

  /** Returns what is set aside, oldest first. */
  public List<SetAsideItem> all() {
    return new SetAsides(tx).all(ItemList.HOOK, MOST);
  }

  /** Returns the ids of all. */
  public List<String> ids() {
    return all().stream().map(SetAsideItem::id).toList();
  }

  /** Returns the item with this id, if it is set aside. */
  public List<String> named(String id) {
    return ids().stream().filter(id::equals).toList();
  }

  /** Queues a run again, matches an event again, or lets a hook have its times again. */
  public void takeBack(String id) {
    new SetAsides(tx).takeBack(ItemList.HOOK, id);
    Optional<HookRun> run = HookRun.find(tx, id);
    if (run.isPresent()) {
      tx.update(
          "UPDATE hook_run SET state = 'pending', reason = NULL, started_ms = NULL, ended_ms ="
              + " NULL WHERE id = ? AND state IN ('failed', 'unknown')",
          id);
    } else if (!tx.exists("SELECT 1 FROM hook WHERE name = ?", id)) {
      event(id).ifPresent(new Matching(tx, ZoneOffset.UTC)::again);
    }
  }

  /** Returns an event; one that still cannot be read stays set aside. */
  private Optional<StoredEvent> event(String id) {
    try {
      return tx.event(id);
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      new SetAsides(tx).add(ItemList.HOOK, id, "matching", ItemFault.reason(e));
      return Optional.empty();
    }
  }

  /** Ends a run that waits, since it is dropped. */
  public void end(String id) {
    HookRun.find(tx, id)
        .filter(run -> run.state() == HookRun.State.PENDING)
        .ifPresent(
            run ->
                run.end(
                    tx,
                    HookRun.State.SKIPPED,
                    Optional.of("it was set aside, and dropped"),
                    Optional.empty()));
  }
}
