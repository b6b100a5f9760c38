package org.sovereignbook.sbp.frontend.screen;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.PagedList;
import org.sovereignbook.sbp.frontend.command.Session;
import picocli.CommandLine.Option;

/**
 * A command that lists numbered rows of the ledger page by page, newest first. An absent ledger has
 * no rows.
 *
 * @param <T> the view of a row
 */
public abstract class NumberedList<T extends Record> extends PagedList {
  @Option(
      names = "--before",
      paramLabel = "NUMBER",
      description = "only those with smaller numbers: the same as --after")
  long before = Long.MAX_VALUE;

  protected NumberedList(PageOptions page) {
    super(page);
  }

  /**
   * Page with the names for its screen.
   *
   * @param before the value for {@code --before} on the next page
   */
  protected record Listed<T extends Record>(
      List<T> rows, Optional<Long> before, Page.End end, ScreenNames names) {}

  /** Query for the newest rows with smaller numbers than {@code before}, at most {@code most}. */
  @FunctionalInterface
  protected interface Query<T> {
    List<T> read(Transaction tx, long before, int most);
  }

  private record Found<T>(List<T> rows, Map<String, String> names) {}

  /** Reads the requested page. */
  protected final Listed<T> listed(Session session, Query<T> query, ToLongFunction<T> number) {
    Found<T> found = found(session, query);
    Page<T> page =
        page().behind(found.rows().iterator(), row -> Long.toString(number.applyAsLong(row)));
    return new Listed<>(
        page.items(),
        page.end().next().map(Long::valueOf),
        page.end(),
        new ScreenNames(session, found.names()));
  }

  private Found<T> found(Session session, Query<T> query) {
    long from = Math.min(before, page().afterNumber().orElse(Long.MAX_VALUE));
    return session.ofSociety(
        session.node(),
        new Found<>(List.of(), Map.of()),
        ledger ->
            ledger.read(
                tx -> new Found<>(query.read(tx, from, page().toRead()), ScreenNames.agents(tx))));
  }
}
