package org.sovereignbook.sbp.plugins.sql;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Lease;

/**
 * Coordination of the processes that use one store at the same time. By default the store belongs
 * to one machine, whose locks admit one step at a time.
 */
public interface Sharing extends AutoCloseable {
  /** Coordination for a store that belongs to one machine. */
  Sharing NONE = new Sharing() {};

  /** See {@code Store.claim}. */
  default Lease.EntryLease claim(Keyed in, List<String> wanted) {
    return Lease.alone(wanted);
  }

  /** See {@code Store.lease}. */
  default Optional<Lease> lease(String component) {
    return Optional.of(Lease.alone(List.of(component)));
  }

  /**
   * Checks within every commit, before its changes, and refuses it when this process has lost a
   * claim or a lease to another one.
   */
  default void check(Sql sql) {
    // Nothing can be lost.
  }

  /** Gives everything back. */
  @Override
  default void close() {
    // Nothing was taken.
  }
}
