package org.sovereignbook.sbp.authority.ledger;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.SetAsideItem;

/**
 * Items of the society's lists that a loop failed on; the table {@code set_aside}. A loop does the
 * work for its items by {@link #each} or {@link #one}, and reads them by {@link #rows}: the item
 * that fails undoes the transaction, the {@link Ledger} sets it aside in another one, and runs the
 * work again without it. Where the database is what failed, nothing can be set aside, and the loop
 * ends with the database's failure.
 */
public record SetAsides(Transaction tx) {
  /** Items that one call may set aside, so that it ends in any case. */
  private static final int MAX_FAILED_ITEMS = 1_000;

  private static final long KEPT_MS = 90L * 24 * 60 * 60 * 1000;

  /** Rows of items that were taken back or dropped; beyond it the oldest leave. */
  private static final int MAX_ROWS = 10_000;

  /**
   * A list whose items can be set aside; the command {@code sbp NAME retry} takes them back.
   *
   * @param name a word
   */
  public record ItemList(String name) {
    /** Deliveries, the hand-over to the outbox, and what time ends before each delivery. */
    public static final ItemList OUTBOX = new ItemList("outbox");

    /** Events and slots of hooks, and their runs. */
    public static final ItemList HOOK = new ItemList("hook");

    /** Messages to sessions, and dispatched work. */
    public static final ItemList SESSION = new ItemList("session");

    @Override
    public String toString() {
      return name;
    }
  }

  /** State of a row. */
  private enum State {
    ASIDE,
    BACK,
    DROPPED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  private record Row(
      @Rows.Key String list,
      @Rows.Key String id,
      String madeBy,
      String reason,
      long tries,
      State state,
      long atMs) {
    private static final Rows<Row> ROWS = new Rows<>("set_aside", Row.class);

    SetAsideItem item() {
      return new SetAsideItem(id, madeBy, reason, Timestamp.ofMillis(atMs), (int) tries);
    }
  }

  /** Failure of one item; its transaction is undone. */
  public static final class ItemFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ItemList list;
    private final String id;
    private final String by;
    private final String reason;

    private ItemFailed(ItemList list, String id, String by, RuntimeException cause) {
      super(list + " " + id + ": " + ItemFault.reason(cause), cause);
      this.list = list;
      this.id = id;
      this.by = by;
      this.reason = ItemFault.reason(cause);
    }

    public String id() {
      return id;
    }

    public String reason() {
      return reason;
    }
  }

  /** Does the work for each item that is not set aside. */
  public <T> void each(
      ItemList list, String by, List<T> items, Function<T, String> id, Consumer<T> work) {
    if (items.isEmpty()) {
      return;
    }
    Set<String> out = leftOut(list);
    for (T item : items) {
      if (!out.contains(id.apply(item))) {
        run(list, id.apply(item), by, () -> work.accept(item));
      }
    }
  }

  /**
   * Returns the rows of a loop; one that cannot be read fails like an item.
   *
   * @param id an expression for the id of a row as an item
   * @param which the part after FROM, which leaves out what is set aside
   */
  public <R extends Record> List<R> rows(
      ItemList list, String by, Rows<R> rows, String id, String which, Object... parameters) {
    return rows.list(tx, id, (item, row) -> one(list, item, by, row::get), which, parameters);
  }

  /** Work on one item. */
  @FunctionalInterface
  public interface ItemWork<T> {
    T run();
  }

  /**
   * Does the work for one item.
   *
   * @throws ItemFailed when it fails by itself
   */
  public static <T> T one(ItemList list, String id, String by, ItemWork<T> work) {
    try {
      return work.run();
    } catch (ItemFailed e) {
      throw e;
    } catch (RuntimeException e) {
      throw ItemFault.isOfItem(e) ? new ItemFailed(list, id, by, e) : e;
    }
  }

  /** Works like {@link #one}, for work without a result. */
  public static void run(ItemList list, String id, String by, Runnable work) {
    boolean _ =
        one(
            list,
            id,
            by,
            () -> {
              work.run();
              return true;
            });
  }

  /**
   * Runs work in a transaction, and again without each item that fails in it.
   *
   * @param transaction runs it once
   */
  static <T> T without(Ledger ledger, Supplier<T> transaction) {
    for (int failed = 0; failed < MAX_FAILED_ITEMS; failed++) {
      try {
        return transaction.get();
      } catch (ItemFailed e) {
        boolean _ =
            ledger.written(
                tx -> {
                  new SetAsides(tx).add(e);
                  return true;
                });
      }
    }
    return transaction.get();
  }

  /** Returns the condition by which a query leaves out what is set aside. */
  public static String isNotAside(ItemList list, String idColumn) {
    return "NOT EXISTS (SELECT 1 FROM set_aside WHERE set_aside.list = '%s' AND set_aside.id = %s"
            .formatted(list, idColumn)
        + " AND set_aside.state <> 'back')";
  }

  /** Returns the ids of the items that a loop leaves out. */
  public Set<String> leftOut(ItemList list) {
    return new HashSet<>(
        tx.texts("SELECT id FROM set_aside WHERE list = ? AND state <> 'back'", list.toString()));
  }

  /** Sets an item aside. */
  public void add(ItemFailed failed) {
    add(failed.list, failed.id, failed.by, failed.reason);
  }

  /**
   * Sets an item aside.
   *
   * @param by the loop that failed on it
   * @param reason in words that are safe to print
   */
  public void add(ItemList list, String id, String by, String reason) {
    Optional<Row> before = Row.ROWS.first(tx, "WHERE list = ? AND id = ?", list.toString(), id);
    Row.ROWS.put(
        tx,
        new Row(
            list.name(),
            id,
            by,
            reason,
            before.map(Row::tries).orElse(0L) + 1,
            State.ASIDE,
            tx.nowMs()));
  }

  /** Returns what is set aside of a list, oldest first, at most {@code most}. */
  public List<SetAsideItem> all(ItemList list, int most) {
    return Row.ROWS
        .list(
            tx,
            "WHERE list = ? AND state = 'aside' ORDER BY at_ms, id LIMIT ?",
            list.toString(),
            most)
        .stream()
        .map(Row::item)
        .toList();
  }

  /** Returns the lists of which something is set aside, by their names. */
  public List<ItemList> lists() {
    return tx
        .texts("SELECT DISTINCT list FROM set_aside WHERE state = 'aside' ORDER BY list")
        .stream()
        .map(ItemList::new)
        .toList();
  }

  /** Counts what is set aside of a list. */
  public long count(ItemList list) {
    return tx.number(
        "SELECT COUNT(*) FROM set_aside WHERE list = ? AND state = 'aside'", list.toString());
  }

  /** Lets the loop process an item again. */
  public void takeBack(ItemList list, String id) {
    become(list, id, State.BACK);
  }

  /** Leaves an item out for good. */
  public void drop(ItemList list, String id) {
    become(list, id, State.DROPPED);
  }

  private void become(ItemList list, String id, State state) {
    tx.update(
        "UPDATE set_aside SET state = ?, at_ms = ? WHERE list = ? AND id = ? AND state = 'aside'",
        state.toString(),
        tx.nowMs(),
        list.toString(),
        id);
  }

  /** Removes what is known of items that were taken back or dropped long ago. */
  public static int forget(Ledger ledger) {
    return ledger.<Integer>write(
        tx ->
            tx.update(
                "DELETE FROM set_aside WHERE state <> 'aside' AND (at_ms < ? OR (SELECT COUNT(*)"
                    + " FROM set_aside AS newer WHERE newer.at_ms > set_aside.at_ms) >= ?)",
                tx.nowMs() - KEPT_MS,
                MAX_ROWS));
  }
}
