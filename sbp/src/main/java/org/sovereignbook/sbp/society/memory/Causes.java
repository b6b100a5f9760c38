package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Authorities of the texts that a memory was made of. Whoever is shown the memory acts for them,
 * also after it was edited, shared or merged.
 */
record Causes(Transaction tx) {
  void add(String memory, String authorityId) {
    tx.update(
        "INSERT INTO memory_cause (item, authority_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        memory,
        authorityId);
  }

  /** Adds the causes of one memory to another that was made of it. */
  void follow(String from, String to) {
    tx.update(
        "INSERT INTO memory_cause (item, authority_id) SELECT ?, authority_id FROM memory_cause"
            + " WHERE item = ? ON CONFLICT DO NOTHING",
        to,
        from);
  }

  /** Returns the authorities of all these memories, each once. */
  List<Authority> of(Collection<String> memories) {
    List<Authority> all = new ArrayList<>();
    for (String memory : memories) {
      all.addAll(tx.authorities("SELECT authority_id FROM memory_cause WHERE item = ?", memory));
    }
    return all.stream().distinct().toList();
  }
}
