package org.sovereignbook.sbp.plugins.sql;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Lease;

/**
 * How the processes that use one store at the same time keep out of each other's way. Unless it
 * says otherwise, the store belongs to one machine, whose locks admit one step at a time.
 */
public interface Sharing extends AutoCloseable {
  /** Of a store that belongs to one machine. */
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
   * Called within every commit, before its changes: refuses it when this process has lost what it
   * claimed or held to another one.
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
