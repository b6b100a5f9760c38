package org.sovereignbook.sbp.authority.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;

/**
 * Transfer of items that the society has left for other nodes ({@link Transaction#leave}) into the
 * node's outbox, or into the drafts that wait for the owner's approval. Each item is transferred
 * exactly once, also after a crash: the item and a note of its name are one commit of the store;
 * then the database marks the item; then the note is deleted. An item with a note is only marked,
 * even when it was delivered meanwhile. The caller holds the node's lock.
 */
public record HandOver(Ledger ledger, Store store) {
  /** Number of items in one commit. */
  private static final int BATCH_ITEMS = 200;

  private static final int HASH_CHARACTERS = 16;

  private static final String ASIDE_PREFIX = "handed:";

  private static final String ASIDE_ID = "'" + ASIDE_PREFIX + "' || outbox.id";

  private static final String IS_WAITING =
      "handed_ms IS NULL AND " + SetAsides.isNotAside(SetAsides.ItemList.OUTBOX, ASIDE_ID);

  /** Item that is being transferred. */
  record Leaving(String id, String kind, Instant at, JsonObject item) {
    static final Rows<Leaving> ROWS =
        new Rows<>("outbox", Leaving.class, Map.of("item", "document"));

    String name() {
      return HandOver.name(id, kind, at);
    }
  }

  /**
   * Returns the name of an item in the outbox: the same at every attempt; items of one kind sort in
   * the order in which they were left.
   *
   * @param at when it was left
   */
  public static String name(String id, String kind, Instant at) {
    String hash = ContentHash.ofBytes(id.getBytes(StandardCharsets.UTF_8)).hex();
    String suffix =
        "%03d-%s-%s".formatted(at.toEpochMilli() % 1000, hash.substring(0, HASH_CHARACTERS), kind);
    return InboxId.at(at, suffix).value();
  }

  /**
   * Transfers all waiting items.
   *
   * @return the number of new items in the outbox; 0 when another machine is transferring now
   */
  public int run() {
    Optional<Lease> lease = store.lease("hand-over");
    if (lease.isEmpty()) {
      return 0;
    }
    try (Lease _ = lease.get()) {
      int handed = 0;
      for (List<Leaving> some = waiting(); !some.isEmpty(); some = waiting()) {
        handed += hand(some);
      }
      forget(store.keys(Outbox.HANDED));
      return handed;
    }
  }

  public static boolean isWaiting(Transaction tx) {
    return tx.exists("SELECT 1 FROM outbox WHERE " + IS_WAITING + " LIMIT 1");
  }

  private int hand(List<Leaving> some) {
    Set<String> noted = new HashSet<>(store.keys(Outbox.HANDED));
    List<Leaving> fresh = some.stream().filter(one -> !noted.contains(one.name())).toList();
    Set<String> failed = new HashSet<>();
    ChangeSet changes = new ChangeSet();
    for (Leaving one : fresh) {
      try {
        changes.addAll(changes(one));
      } catch (RuntimeException e) {
        setAside(one, e);
        failed.add(one.id());
      }
    }
    if (!changes.isEmpty()) {
      store.commit(changes);
    }
    List<Leaving> handed = some.stream().filter(one -> !failed.contains(one.id())).toList();
    ledger.run(tx -> mark(tx, handed));
    forget(handed.stream().map(Leaving::name).toList());
    return fresh.size() - failed.size();
  }

  private static ChangeSet changes(Leaving one) {
    return new ChangeSet()
        .add(
            one.kind().equals(Approval.LEFT_AS)
                ? Approval.ALL.put(one.item().string("id").orElseThrow(), one.item())
                : Outbox.put(new OutboxId(OutboxKind.NETWORK, one.name()), one.item()))
        .add(Outbox.HANDED.put(one.name(), JsonObject.empty().with("id", one.id())));
  }

  private void setAside(Leaving one, RuntimeException failure) {
    if (!ItemFault.isOfItem(failure)) {
      throw failure;
    }
    ledger.run(
        tx ->
            new SetAsides(tx)
                .add(
                    SetAsides.ItemList.OUTBOX,
                    ASIDE_PREFIX + one.id(),
                    "hand-over",
                    ItemFault.reason(failure)));
  }

  private static int mark(Transaction tx, List<Leaving> some) {
    for (Leaving one : some) {
      // The content is now in the node's outbox, and in tables whose texts can be erased.
      tx.update(
          "UPDATE outbox SET handed_ms = ?, document = '{}' WHERE id = ?", tx.nowMs(), one.id());
    }
    return some.size();
  }

  private void forget(List<String> names) {
    if (!names.isEmpty()) {
      ChangeSet changes = new ChangeSet();
      names.forEach(name -> changes.add(Outbox.HANDED.delete(name)));
      store.commit(changes);
    }
  }

  private List<Leaving> waiting() {
    return ledger.read(
        tx ->
            new SetAsides(tx)
                .rows(
                    SetAsides.ItemList.OUTBOX,
                    "hand-over",
                    Leaving.ROWS,
                    ASIDE_ID,
                    "WHERE " + IS_WAITING + " ORDER BY at_ms, id LIMIT " + BATCH_ITEMS));
  }
}
