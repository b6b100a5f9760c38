package org.sovereignbook.sbp.testing;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.store.SetAsideItem;

/** Rows of SQLite that refuse a change, as a database refuses a value: items that fail. */
public final class Poison {
  private Poison() {}

  /** Makes every update of one row fail. */
  public static void update(Ledger ledger, String table, String column, String value) {
    on(ledger, "UPDATE ON " + table, "OLD." + column + " = '" + value + "'");
  }

  /**
   * Makes a change of some rows fail.
   *
   * @param what such as {@code INSERT ON mail}
   * @param when a condition on {@code NEW} or {@code OLD}
   */
  public static void on(Ledger ledger, String what, String when) {
    ledger.run(
        tx ->
            tx.update(
                "CREATE TRIGGER poison BEFORE "
                    + what
                    + " WHEN "
                    + when
                    + " BEGIN SELECT RAISE(ABORT, 'poison'); END"));
  }

  /** Returns what a society's loops have set aside of a list. */
  public static List<SetAsideItem> aside(Ledger ledger, SetAsides.ItemList list) {
    return ledger.read(tx -> new SetAsides(tx).all(list, 100));
  }
}
