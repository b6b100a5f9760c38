package org.sovereignbook.sbp.society.events;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Names and texts that tables have of the subjects of events. For one transaction and thread. */
final class SubjectNames {
  private static final Map<String, String> QUERIES =
      Map.of(
          "agent", "SELECT name FROM agent WHERE id = ?",
          "task",
              "SELECT c.text FROM task t JOIN content c ON c.id = t.title_id WHERE t.id = ? AND"
                  + " c.text IS NOT NULL",
          "memory", "SELECT title FROM memory_item WHERE id = ?",
          "group", "SELECT name FROM memory_group WHERE id = ?",
          "entity", "SELECT name FROM entity WHERE id = ?",
          "worker", "SELECT worker FROM task WHERE id = ? AND worker IS NOT NULL",
          "sender", "SELECT COALESCE(from_box, sender) FROM mail WHERE id = ?",
          "recipient", "SELECT COALESCE(to_box, recipient) FROM mail WHERE id = ?");

  private final Transaction tx;
  private final Map<String, Optional<String>> found = new HashMap<>();

  SubjectNames(Transaction tx) {
    this.tx = tx;
  }

  /**
   * Returns what a table says of an item.
   *
   * @param what a kind of subject for its name; {@code worker} of a task; {@code sender} or {@code
   *     recipient} of a mail, an agent's id, {@code owner} or an address
   */
  Optional<String> of(String what, String id) {
    String query = QUERIES.get(what);
    return query == null
        ? Optional.empty()
        : found.computeIfAbsent(
            what + ":" + id,
            _ -> tx.first(query, row -> row.text(1), id).filter(it -> !it.isBlank()));
  }
}
