package org.sovereignbook.sbp.society.recall;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Full-text index of the society's texts. Each word is indexed together with its scope, so a search
 * reads nothing of other scopes, neither texts nor counts.
 */
public final class RecallIndex {
  private RecallIndex() {}

  /** Indexes a text; replaces the earlier text of the same id. */
  public static void put(Transaction tx, Indexed text) {
    throw new UnsupportedOperationException();
  }

  /** Removes a text, also from the files of the index; does nothing if the id is unknown. */
  public static void remove(Transaction tx, String id) {
    throw new UnsupportedOperationException();
  }

  /**
   * Returns the best items for a query, best first; none if no word of the query is found.
   *
   * @param scopes all scopes that the caller may see; must not be empty
   * @param shown whether an item may be among the results, by its id; called for the best ones only
   * @param most the maximum number of results
   */
  public static List<Hit> search(
      Transaction tx, Set<String> scopes, String query, Predicate<String> shown, int most) {
    throw new UnsupportedOperationException();
  }

  /** Returns a difference between the texts and their index, for people. */
  public static Optional<String> drift(Transaction tx) {
    throw new UnsupportedOperationException();
  }

  /** Indexes all texts again, after a change of the text analysis or a drift. */
  public static void rebuild(Transaction tx) {
    throw new UnsupportedOperationException();
  }
}
