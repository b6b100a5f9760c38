package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;

/** How the processes that use one store at the same time keep out of each other's way. */
public interface Sharing extends AutoCloseable {

  /** See {@link Outbox#claim}. */
  Outbox.Claim claim(List<OutboxId> wanted);

  /** See {@code Store.hold}. */
  Optional<Hold> hold(String component);

  /**
   * Called within every commit, before its changes: refuses it when this process has lost what it
   * claimed or held to another one.
   */
  void check(Sql sql) throws SQLException;

  /** Gives everything back. */
  @Override
  void close();
}
