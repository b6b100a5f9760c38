package org.sovereignbook.sbp.authority.agents;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Sql;

/**
 * Cache of who holds which token, for a process that answers many calls: while the tables of agents
 * and tokens are unchanged, by whatever process, their rows need not be read again. What depends on
 * the time is judged at each use. Thread-safe.
 */
final class TokenHolders {
  private static final int MOST = 100;

  /** Beginning of the names of the tables of agents and of their tokens. */
  private static final String TABLES = "agent";

  private final AtomicReference<Optional<Known>> last = new AtomicReference<>(Optional.empty());

  /**
   * A token with its agent, as they are stored.
   *
   * @param effective the agent's rights within those of the agents above it
   */
  record Holder(Tokens.Token token, Agent agent, Effective effective) {}

  private record Known(Sql.Version version, Map<String, Holder> byHash) {}

  /**
   * Returns the holder of a token.
   *
   * @param hash the token's hash
   * @param reading reads it from the tables
   */
  static Optional<Holder> of(Transaction tx, String hash, Supplier<Optional<Holder>> reading) {
    // Before the rows are read: what changes in between is read again next time.
    Optional<Sql.Version> version = tx.version(TABLES);
    return version.isEmpty()
        ? reading.get()
        : tx.node()
            .kept()
            .of(TokenHolders.class, TokenHolders::new)
            .holder(version.get(), hash, reading);
  }

  private Optional<Holder> holder(
      Sql.Version version, String hash, Supplier<Optional<Holder>> reading) {
    Map<String, Holder> known =
        last.get()
            .filter(it -> it.version().isSame(version) && it.byHash().size() < MOST)
            .orElseGet(() -> anew(version))
            .byHash();
    return Optional.ofNullable(known.get(hash))
        .or(
            () -> {
              Optional<Holder> read = reading.get();
              read.ifPresent(holder -> known.put(hash, holder));
              return read;
            });
  }

  private Known anew(Sql.Version version) {
    Known empty = new Known(version, new ConcurrentHashMap<>());
    last.set(Optional.of(empty));
    return empty;
  }
}
