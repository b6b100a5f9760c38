package org.sovereignbook.sbp.peer.feed;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Store;

/**
 * Texts of one kind that {@code sbp search} finds. Each package with such texts declares one; a
 * caller without the right to the tool that lists them finds none.
 *
 * @param tool lists such texts to the caller
 * @param finds finds hits that the caller may see, newest first
 * @param shows records that hits are shown, and returns the authorities behind their texts
 */
public record TextSource(
    Search.Kind kind,
    String tool,
    Function<Asked, Stream<Search.Hit>> finds,
    BiFunction<Asked, List<Search.Hit>, List<Authority>> shows) {
  /** Newest texts of one kind in the society's tables that a search reads. */
  public static final int MAX_READ = 10_000;

  private static final int BATCH = 200;

  /** One search: whose it is, where, and for which words. */
  public record Asked(Search search, Transaction tx, Caller caller, Store store) {
    /** Returns the owner, or an agent of this node, as the writer of a text. */
    public Someone here(String name) {
      PublicKey key = store.node().identity().publicKey();
      return new Someone(name, key, TrustState.TRUSTED, true, false);
    }

    /** Returns another node as the writer of a text. */
    public Someone peer(PublicKey key) {
      return new People(store).of(key);
    }
  }

  /**
   * Reads rows lazily, from the newest, up to {@link #MAX_READ}.
   *
   * @param before returns the newest rows before a number, at most as many as its second argument
   */
  public static <T> Stream<T> newestFirst(Before<T> before, ToLongFunction<T> number) {
    LongFunction<List<T>> next = from -> before.rows(from, BATCH);
    return Stream.iterate(
            next.apply(Long.MAX_VALUE),
            rows -> !rows.isEmpty(),
            rows -> next.apply(number.applyAsLong(rows.getLast())))
        .flatMap(List::stream)
        .limit(MAX_READ);
  }

  /** Query for rows before a number. */
  @FunctionalInterface
  public interface Before<T> {
    List<T> rows(long number, int most);
  }
}
