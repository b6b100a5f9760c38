package org.sovereignbook.sbp.society.recall;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.NodeException;

/**
 * Full-text index of the society's texts. Each word is indexed together with its scope, so a search
 * reads nothing of other scopes, neither texts nor counts. The database updates the words' index
 * with each row of {@code recall_passage}.
 */
public final class RecallIndex {
  private static final int RENEWED_AT_ONCE = 100;

  private static final int RENEWED_AT_A_CALL = 2_000;

  private RecallIndex() {}

  /** Returns the stems of a text in order, without the commonest words. */
  public static List<String> stems(String text) {
    return Terms.wanted(text);
  }

  /** Returns whether a text is found by all words of a query. */
  public static boolean hasAll(String text, String query) {
    return Set.copyOf(Terms.of(text)).containsAll(Terms.wanted(query));
  }

  /**
   * Indexes a text; replaces the earlier text of the same id.
   *
   * @throws NodeException when it exceeds {@link RecallLimits}
   */
  public static void put(Transaction tx, Indexed text) {
    requireInLimits(text);
    remove(tx, text.id());
    long scope = scope(tx, text.scope());
    List<String> rows = new ArrayList<>();
    rows.add(String.join("\n", text.author(), text.title(), text.caption()).strip());
    rows.addAll(text.passages());
    List<List<String>> terms = new ArrayList<>();
    for (int passage = 0; passage < rows.size(); passage++) {
      terms.add(terms(rows.get(passage), passage, text.atMs()));
    }
    tx.update(
        "INSERT INTO recall_item (id, scope, at_ms, passages, terms, analysis)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        text.id(),
        scope,
        text.atMs(),
        text.passages().size(),
        terms.stream().mapToLong(List::size).sum(),
        Terms.VERSION);
    long number = number(tx, text.id()).orElseThrow();
    for (int passage = 0; passage < rows.size(); passage++) {
      tx.update(
          "INSERT INTO recall_passage (id, text, terms) VALUES (?, ?, ?)",
          PassageId.of(number, passage),
          rows.get(passage),
          scoped(terms.get(passage), scope));
    }
  }

  private static long scope(Transaction tx, String id) {
    String known = "SELECT number FROM recall_scope WHERE scope = ?";
    return tx.first(known, row -> row.number(1), id)
        .orElseGet(
            () -> {
              tx.update(
                  "INSERT INTO recall_scope (scope) VALUES (?) ON CONFLICT (scope) DO NOTHING", id);
              return tx.number(known, id);
            });
  }

  /**
   * Removes a text; does nothing if the id is unknown. SQLite overwrites its words and texts in the
   * file, once the write-ahead log is moved there ({@code Ledger.erase} does so); PostgreSQL keeps
   * them in dead rows until its next VACUUM.
   */
  public static void remove(Transaction tx, String id) {
    number(tx, id)
        .ifPresent(
            number -> {
              tx.update(
                  "DELETE FROM recall_passage WHERE id >= ? AND id < ?",
                  PassageId.of(number, 0),
                  PassageId.of(number + 1, 0));
              tx.update("DELETE FROM recall_vector WHERE item = ?", number);
              tx.update("DELETE FROM recall_item WHERE number = ?", number);
            });
  }

  /**
   * Returns the best items for a query, best first; none if no word of the query is found.
   *
   * @param scopes all scopes that the caller may see; must not be empty
   * @param shown whether the item of an id may be among the results; called for the best ones only
   * @param most the maximum number of results
   * @throws NodeException when the query exceeds {@link RecallLimits}
   */
  public static List<RecallHit> search(
      Transaction tx, Set<String> scopes, String query, Predicate<String> shown, int most) {
    return search(tx, scopes, query, Optional.empty(), shown, most);
  }

  /**
   * Returns the best items for a query as {@link #search(Transaction, Set, String, Predicate,
   * int)}, by words and by meaning; also items that have no word of it.
   *
   * @param meaning the vector of the query; without it only words count
   */
  public static List<RecallHit> search(
      Transaction tx,
      Set<String> scopes,
      String query,
      Optional<QueryVector> meaning,
      Predicate<String> shown,
      int most) {
    return new RecallSearch(tx, scopes).run(query, meaning, shown, most);
  }

  /** Returns a difference between the texts and their index, for people. */
  public static Optional<String> drift(Transaction tx) {
    return new IndexCheck(tx).drift();
  }

  /** Indexes all texts again, after a change of the text analysis or a drift. */
  public static void rebuild(Transaction tx) {
    new IndexCheck(tx).rebuild();
  }

  /**
   * Indexes texts again that an older text analysis indexed, in short transactions; a bounded
   * number at each call.
   *
   * @return how many texts
   */
  public static int renew(Ledger ledger) {
    int renewed = 0;
    int last = RENEWED_AT_ONCE;
    while (last == RENEWED_AT_ONCE && renewed < RENEWED_AT_A_CALL) {
      last =
          ledger.<Boolean>read(tx -> new IndexCheck(tx).isOutdated())
              ? ledger.<Integer>write(tx -> new IndexCheck(tx).renew(RENEWED_AT_ONCE))
              : 0;
      renewed += last;
    }
    return renewed;
  }

  /** Returns the terms of a passage; the heading, number 0, has the date's, too. */
  static List<String> terms(String text, int passage, long atMs) {
    return Terms.of(passage == 0 ? text + "\n" + NamedDates.words(Ranker.date(atMs)) : text);
  }

  /** Returns the words of the index for terms in a scope, each once. */
  static String scoped(List<String> terms, long scope) {
    return terms.stream()
        .distinct()
        .map(term -> WordIndex.word(scope, term))
        .collect(Collectors.joining(" "));
  }

  private static Optional<Long> number(Transaction tx, String id) {
    return tx.first("SELECT number FROM recall_item WHERE id = ?", row -> row.number(1), id);
  }

  private static void requireInLimits(Indexed text) {
    long bytes = bytes(text.author()) + bytes(text.title()) + bytes(text.caption());
    for (String passage : text.passages()) {
      bytes += bytes(passage);
    }
    if (text.passages().size() > RecallLimits.PASSAGES || bytes > RecallLimits.TEXT_BYTES) {
      throw new NodeException(
          "a text has %d paragraphs with %d bytes, and search takes at most %d with %d; shorten it"
              .formatted(
                  text.passages().size(), bytes, RecallLimits.PASSAGES, RecallLimits.TEXT_BYTES));
    }
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
