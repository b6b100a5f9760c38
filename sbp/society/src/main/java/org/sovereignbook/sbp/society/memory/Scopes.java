package org.sovereignbook.sbp.society.memory;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Audiences of items, each under a random id: the private memory of an entity, a group, everybody.
 */
record Scopes(Transaction tx) {
  /**
   * One audience.
   *
   * @param scope its random id
   * @param ofWhom the principal's text, the group's id, or empty
   */
  record Scope(String scope, Visibility kind, String ofWhom) {
    Optional<String> group() {
      return kind == Visibility.GROUP ? Optional.of(ofWhom) : Optional.empty();
    }
  }

  private static final Rows<Scope> ROWS = new Rows<>("memory_scope", Scope.class);

  /** Returns the private scope of an entity; creates it if it has none yet. */
  Scope ofHolder(Principal holder) {
    return get(Visibility.PRIVATE, holder.text());
  }

  Scope ofGroup(String group) {
    return get(Visibility.GROUP, group);
  }

  Scope ofAll() {
    return get(Visibility.PUBLIC, "");
  }

  Scope of(String scope) {
    return ROWS.first(tx, "WHERE scope = ?", scope).orElseThrow();
  }

  Optional<Scope> find(Visibility kind, String ofWhom) {
    return ROWS.first(tx, "WHERE kind = ? AND of_whom = ?", word(kind), ofWhom);
  }

  private Scope get(Visibility kind, String ofWhom) {
    Optional<Scope> found = find(kind, ofWhom);
    if (found.isPresent()) {
      return found.get();
    }
    boolean _ = ROWS.insertIfNew(tx, new Scope(tx.newId(), kind, ofWhom));
    return find(kind, ofWhom).orElseThrow();
  }

  private static String word(Visibility kind) {
    return Words.of(kind);
  }
}
