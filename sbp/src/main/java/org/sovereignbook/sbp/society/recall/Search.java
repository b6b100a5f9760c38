package org.sovereignbook.sbp.society.recall;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.node.NodeException;

/**
 * One search: the database finds the passages of each word, {@link Ranker} does the rest. The
 * database sees only words of letters and digits, in quotes, each with the number of a scope before
 * it.
 */
final class Search {
  private final Transaction tx;
  private final Set<String> scopes;
  private final boolean isSqlite;

  /** Scope with its number and counts. */
  private record Scope(long number, Ranker.Counts counts) {}

  Search(Transaction tx, Set<String> scopes) {
    if (scopes.isEmpty()) {
      throw new IllegalArgumentException("a search needs a scope");
    }
    if (scopes.size() > RecallLimits.SCOPES) {
      throw new NodeException(
          "a search reads at most %d groups, got %d; name one"
              .formatted(RecallLimits.SCOPES, scopes.size()));
    }
    this.tx = tx;
    this.scopes = Set.copyOf(scopes);
    this.isSqlite = tx.dialect() == Dialect.SQLITE;
  }

  List<Hit> run(String query, Predicate<String> shown, int most) {
    SequencedMap<String, String> wanted = words(query);
    List<Scope> found = scopes.stream().map(this::scope).flatMap(Optional::stream).toList();
    List<Ranker.Found> words =
        wanted.entrySet().stream()
            .map(word -> passages(word.getValue(), word.getKey(), found))
            .filter(word -> word.passages().length > 0)
            .toList();
    Ranker.Counts counts =
        found.stream().map(Scope::counts).reduce(new Ranker.Counts(0, 0, 0), Ranker.Counts::plus);
    List<Ranker.Ranked> best =
        new Ranker(words, counts, NamedDates.of(query))
            .rank(this::items).stream()
                .filter(ranked -> shown.test(ranked.item().id()))
                .limit(Math.min(most, RecallLimits.HITS))
                .toList();
    Map<Long, String> texts = texts(best);
    return best.stream().map(ranked -> hit(ranked, wanted.size(), texts)).toList();
  }

  private static SequencedMap<String, String> words(String query) {
    int bytes = query.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > RecallLimits.QUERY_BYTES) {
      throw new NodeException(
          "a query has at most %d bytes, got %d; use fewer words"
              .formatted(RecallLimits.QUERY_BYTES, bytes));
    }
    SequencedMap<String, String> words = Terms.words(query);
    if (words.size() > RecallLimits.QUERY_TERMS) {
      throw new NodeException(
          "a query has at most %d different words, got %d; use fewer words"
              .formatted(RecallLimits.QUERY_TERMS, words.size()));
    }
    return words;
  }

  private Optional<Scope> scope(String id) {
    return tx.first(
        "SELECT s.number, COUNT(*), SUM(i.passages), SUM(i.terms) FROM recall_scope s"
            + " JOIN recall_item i ON i.scope = s.number WHERE s.scope = ? GROUP BY s.number",
        row ->
            new Scope(
                row.number(1), new Ranker.Counts(row.number(2), row.number(3), row.number(4))),
        id);
  }

  private Ranker.Found passages(String word, String term, List<Scope> in) {
    if (in.isEmpty()) {
      return new Ranker.Found(word, new long[0], 0);
    }
    String quoted =
        in.stream()
            .map(
                scope ->
                    "%1$s%2$s%1$s"
                        .formatted(isSqlite ? "\"" : "'", RecallIndex.word(scope.number(), term)))
            .collect(Collectors.joining(isSqlite ? " OR " : " | "));
    long[] ids =
        tx.first(
                isSqlite
                    ? "SELECT group_concat(rowid) FROM (SELECT rowid FROM recall_words WHERE"
                        + " recall_words MATCH ? ORDER BY rowid DESC LIMIT ?)"
                    : "SELECT string_agg(CAST(id AS TEXT), ',') FROM (SELECT id FROM recall_passage"
                        + " WHERE array_to_tsvector(string_to_array(terms, ' ')) @@ CAST(? AS"
                        + " tsquery) ORDER BY id DESC LIMIT ?) AS newest",
                row -> row.maybeText(1),
                quoted,
                RecallLimits.WORD_PASSAGES)
            .flatMap(Function.identity())
            .map(Search::numbers)
            .orElse(new long[0]);
    return new Ranker.Found(
        word, ids, ids.length < RecallLimits.WORD_PASSAGES ? ids.length : count(quoted));
  }

  private long count(String quoted) {
    return tx.number(
        isSqlite
            ? "SELECT COUNT(*) FROM recall_words WHERE recall_words MATCH ?"
            : "SELECT COUNT(*) FROM recall_passage WHERE"
                + " array_to_tsvector(string_to_array(terms, ' ')) @@ CAST(? AS tsquery)",
        quoted);
  }

  private static long[] numbers(String joined) {
    return Arrays.stream(joined.split(",")).mapToLong(Long::parseLong).toArray();
  }

  private List<Ranker.Item> items(List<Long> numbers) {
    return tx.list(
        "SELECT i.number, i.id, s.scope, i.at_ms, i.passages, i.terms FROM recall_item i"
            + " JOIN recall_scope s ON s.number = i.scope WHERE i.number "
            + among(),
        row ->
            new Ranker.Item(
                row.number(1),
                row.text(2),
                row.text(3),
                row.number(4),
                row.number(5),
                row.number(6)),
        list(numbers));
  }

  /** Returns the condition that a number is in a {@link #list}, whatever its length. */
  private String among() {
    return isSqlite ? "IN (SELECT value FROM json_each(?))" : "= ANY (CAST(? AS BIGINT[]))";
  }

  private String list(Collection<Long> numbers) {
    return numbers.stream()
        .map(String::valueOf)
        .collect(Collectors.joining(",", isSqlite ? "[" : "{", isSqlite ? "]" : "}"));
  }

  private Map<Long, String> texts(List<Ranker.Ranked> hits) {
    List<Long> ids =
        hits.stream()
            .flatMap(hit -> hit.passages().stream())
            .map(Ranker.RankedPassage::id)
            .toList();
    Map<Long, String> texts = new HashMap<>();
    tx.each(
        "SELECT id, text FROM recall_passage WHERE id " + among(),
        row -> texts.put(row.number(1), row.text(2)),
        list(ids));
    return texts;
  }

  private static Hit hit(Ranker.Ranked ranked, int wanted, Map<Long, String> texts) {
    List<Hit.Passage> passages = new ArrayList<>();
    for (Ranker.RankedPassage passage : ranked.passages()) {
      passages.add(
          new Hit.Passage(
              PassageId.passage(passage.id()),
              passage.score(),
              texts.getOrDefault(passage.id(), "")));
    }
    String why =
        "%d of %d words: %s%s"
            .formatted(
                ranked.words().size(),
                wanted,
                String.join(", ", ranked.words()),
                ranked.isDated() ? "; of the date" : "");
    return new Hit(
        ranked.item().id(),
        ranked.item().scope(),
        (int) Math.round(1_000 * ranked.score()),
        why,
        passages);
  }
}
