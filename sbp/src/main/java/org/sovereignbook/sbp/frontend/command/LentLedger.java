package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Node;

/**
 * The open society of a node in a process that runs many commands: each uses it instead of opening
 * its own. Thread-safe.
 */
public final class LentLedger {
  private final AtomicReference<Optional<Ledger>> open = new AtomicReference<>(Optional.empty());

  /** Lends a society until the result is closed; only then may the caller close the society. */
  Lending lend(Ledger ledger) {
    open.set(Optional.of(ledger));
    return () -> open.set(Optional.empty());
  }

  /** The time for which a society is lent. */
  public interface Lending extends AutoCloseable {
    @Override
    void close();
  }

  /** Returns the society for one use, unless its database was replaced meanwhile. */
  Optional<Ledger> of(Node node) {
    return open.get().filter(Ledger::isInPlace).map(ledger -> ledger.lent(node));
  }
}
