package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Authorities of the texts that a memory was made of. Whoever is shown the memory acts for them,
 * also after it was edited, shared or merged, until an approval ends them.
 */
record Causes(Transaction tx) {
  void add(String memory, String authorityId) {
    tx.update(
        "INSERT INTO memory_cause (item, authority_id) VALUES (?, ?) ON CONFLICT (item,"
            + " authority_id) DO UPDATE SET approved_version = NULL",
        memory,
        authorityId);
  }

  /** Adds the causes of one memory to another that was made of it. */
  void follow(String from, String to) {
    tx.update(
        "INSERT INTO memory_cause (item, authority_id) SELECT ?, authority_id FROM memory_cause"
            + " WHERE item = ? AND approved_version IS NULL ON CONFLICT DO NOTHING",
        to,
        from);
  }

  /** Returns the authorities of the present texts of all these memories, each once. */
  List<Authority> of(Collection<String> memories) {
    return all(memories, " AND approved_version IS NULL");
  }

  /** Returns also those that an approval has ended, which earlier texts still have. */
  List<Authority> everOf(Collection<String> memories) {
    return all(memories, "");
  }

  private List<Authority> all(Collection<String> memories, String only) {
    List<Authority> all = new ArrayList<>();
    for (String memory : memories) {
      all.addAll(
          tx.authorities("SELECT authority_id FROM memory_cause WHERE item = ?" + only, memory));
    }
    return all.stream().distinct().toList();
  }

  /** Ends the causes of a memory with its present version. Returns those that were of others. */
  List<Principal> end(String memory, long version) {
    List<Principal> others = beneficiaries(of(List.of(memory)));
    tx.update(
        "UPDATE memory_cause SET approved_version = ? WHERE item = ? AND approved_version IS NULL",
        version,
        memory);
    return others;
  }

  /** Forgets the causes of a memory that is no more. */
  void forget(String memory) {
    tx.update("DELETE FROM memory_cause WHERE item = ?", memory);
  }

  static List<Principal> beneficiaries(List<Authority> causes) {
    return causes.stream()
        .flatMap(cause -> Access.beneficiaries(cause).stream())
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Returns the ids of the authorities in force of any memory that act for others than the caller
   * does: a memory of them is shown when it is asked for, and never by itself.
   */
  Set<String> beyond(Caller caller) {
    Set<Principal> known = Access.beneficiaries(caller.authority());
    return tx
        .authorities(
            "SELECT DISTINCT authority_id FROM memory_cause WHERE approved_version IS NULL")
        .stream()
        .filter(cause -> !known.containsAll(Access.beneficiaries(cause)))
        .map(Authority::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns whether a memory has one of these causes in force. */
  boolean isAnyOf(String memory, Set<String> authorities) {
    return !authorities.isEmpty()
        && tx
            .texts(
                "SELECT authority_id FROM memory_cause WHERE item = ? AND approved_version IS NULL",
                memory)
            .stream()
            .anyMatch(authorities::contains);
  }
}
