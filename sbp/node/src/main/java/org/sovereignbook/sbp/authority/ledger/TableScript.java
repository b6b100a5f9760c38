package org.sovereignbook.sbp.authority.ledger;

import java.util.function.Supplier;
import org.sovereignbook.sbp.node.Resources;

/**
 * A script that creates or changes tables of a feature, in the words of the society's scripts. A
 * released one never changes.
 *
 * @param text read when it is needed
 * @param formerly the version of the society that this script led to while its tables belonged to
 *     the program; 0 when they never did
 */
public record TableScript(Supplier<String> text, int formerly) {

  /** Makes a script of tables that never belonged to the program. */
  public static TableScript of(String text) {
    return new TableScript(() -> text, 0);
  }

  /** Makes the script in a file beside a class. */
  public static TableScript beside(Class<?> type, String file) {
    return new TableScript(() -> Resources.text(type, file), 0);
  }

  /** Returns the same, of tables that belonged to the program from this version on. */
  public TableScript formerly(int version) {
    return new TableScript(text, version);
  }
}
