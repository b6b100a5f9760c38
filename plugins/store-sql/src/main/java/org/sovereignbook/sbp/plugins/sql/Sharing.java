package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Lease;

/** How the processes that use one store at the same time keep out of each other's way. */
public interface Sharing extends AutoCloseable {

  /** A store that belongs to one machine, whose locks admit one step at a time. */
  record Alone() implements Sharing {
    @Override
    public Lease.Claim claim(Keyed in, List<String> wanted) {
      return Lease.alone(wanted);
    }

    @Override
    public Optional<Lease> lease(String component) {
      return Optional.of(Lease.alone(List.of(component)));
    }

    @Override
    public void check(Sql sql) {
      // Nothing can be lost.
    }

    @Override
    public void close() {
      // Nothing to give back.
    }
  }

  /** See {@code Store.claim}. */
  Lease.Claim claim(Keyed in, List<String> wanted);

  /** See {@code Store.lease}. */
  Optional<Lease> lease(String component);

  /**
   * Called within every commit, before its changes: refuses it when this process has lost what it
   * claimed or held to another one.
   */
  void check(Sql sql) throws SQLException;

  /** Gives everything back. */
  @Override
  void close();
}
