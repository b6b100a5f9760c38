package org.sovereignbook.sbp.society.recall;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.NodeException;

/**
 * One search: the database finds the passages of each word, {@link Ranker} does the rest; if the
 * query has a vector, {@link Blend} ranks by it, too.
 */
final class RecallSearch {
  private final Transaction tx;
  private final Set<String> scopes;
  private final WordIndex index;

  /** Scope with its number and counts. */
  private record Scope(String id, long number, Ranker.Counts counts) {}

  RecallSearch(Transaction tx, Set<String> scopes) {
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
    this.index = WordIndex.of(tx);
  }

  List<RecallHit> run(
      String query, Optional<QueryVector> meaning, Predicate<String> shown, int most) {
    SequencedMap<String, String> wanted = words(query);
    List<Scope> found = scopes.stream().map(this::scope).flatMap(Optional::stream).toList();
    List<Ranker.Found> words =
        wanted.entrySet().stream()
            .map(word -> passages(word.getValue(), word.getKey(), found))
            .filter(word -> word.passages().length > 0)
            .toList();
    Ranker.Counts counts =
        found.stream().map(Scope::counts).reduce(new Ranker.Counts(0, 0, 0), Ranker.Counts::plus);
    Ranker ranker = new Ranker(words, counts, NamedDates.of(query));
    List<Ranker.Ranked> ranked = ranker.rank(numbers -> items(numbers, found));
    int limit = Math.min(most, RecallLimits.HITS);
    List<Best> best =
        meaning.isPresent()
            ? blend(meaning.get(), ranked, found).stream()
                .filter(one -> shown.test(one.item().id()))
                .limit(limit)
                .map(one -> best(one, ranker, wanted.size()))
                .toList()
            : ranked.stream()
                .filter(one -> shown.test(one.item().id()))
                .limit(limit)
                .map(one -> best(one, ranker, wanted.size()))
                .toList();
    Map<Long, String> texts = texts(best.stream().map(Best::passages).toList());
    return best.stream().map(one -> hit(one, texts)).toList();
  }

  /** Item to return. */
  private record Best(
      Ranker.Item item, double score, String why, List<Ranker.RankedPassage> passages) {}

  private static Best best(Ranker.Ranked found, Ranker ranker, int wanted) {
    String why = why(ranker.words(found), wanted, found.isDated());
    return new Best(found.item(), found.score(), why, Ranker.passages(found));
  }

  private static Best best(Blend.Blended found, Ranker ranker, int wanted) {
    String words =
        found
            .byWords()
            .map(ranked -> why(ranker.words(ranked), wanted, ranked.isDated()))
            .orElse("no word");
    return new Best(
        found.item(),
        found.score(),
        words + (found.isRelated() ? "; the meaning" : ""),
        found.passages());
  }

  private List<Blend.Blended> blend(
      QueryVector meaning, List<Ranker.Ranked> ranked, List<Scope> in) {
    if (in.isEmpty()) {
      return List.of();
    }
    Map<Long, Similarity> similar = new HashMap<>();
    tx.each(
        "SELECT v.item, v.vectors FROM (SELECT number, SUM(passages + 1) OVER (ORDER BY number"
            + " DESC) AS passed FROM recall_item WHERE scope "
            + index.among()
            + ") AS newest JOIN recall_vector v ON v.item = newest.number"
            + " WHERE newest.passed <= ? AND v.model = ?",
        row ->
            similar.put(
                row.number(1), Similarity.of(Vectors.decode(row.text(2), meaning), meaning)),
        joined(in.stream().map(Scope::number).toList()),
        RecallLimits.COMPARED_PASSAGES,
        meaning.model());
    return new Blend(similar, meaning.related()).rank(ranked, numbers -> items(numbers, in));
  }

  private static String why(List<String> found, int wanted, boolean isDated) {
    return "%d of %d words: %s%s"
        .formatted(found.size(), wanted, String.join(", ", found), isDated ? "; the date" : "");
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
                id, row.number(1), new Ranker.Counts(row.number(2), row.number(3), row.number(4))),
        id);
  }

  private Ranker.Found passages(String word, String term, List<Scope> in) {
    if (in.isEmpty()) {
      return new Ranker.Found(word, new long[0], 0);
    }
    String any = index.any(in.stream().map(scope -> WordIndex.word(scope.number(), term)).toList());
    int most = RecallLimits.WORD_PASSAGES;
    long[] ids =
        tx.first(index.newest(most), row -> row.maybeText(1), any)
            .flatMap(Function.identity())
            .map(RecallSearch::numbers)
            .orElse(new long[0]);
    return new Ranker.Found(
        word, ids, ids.length < most ? ids.length : tx.number(index.count(), any));
  }

  /** Parses numbers that the database joined; there may be many. */
  private static long[] numbers(String joined) {
    long[] numbers = new long[1 + (int) joined.chars().filter(c -> c == ',').count()];
    int at = 0;
    for (int i = 0; i < joined.length(); i++) {
      char c = joined.charAt(i);
      if (c == ',') {
        at++;
      } else {
        numbers[at] = 10 * numbers[at] + (c - '0');
      }
    }
    return numbers;
  }

  /** Returns items of these scopes; a join would look for the scope of each. */
  private List<Ranker.Item> items(List<Long> numbers, List<Scope> in) {
    Map<Long, String> ids = in.stream().collect(Collectors.toMap(Scope::number, Scope::id));
    return tx.list(
        "SELECT number, id, scope, at_ms, passages, terms FROM recall_item WHERE number "
            + index.among(),
        row ->
            new Ranker.Item(
                row.number(1),
                row.text(2),
                Objects.requireNonNull(ids.get(row.number(3))),
                row.number(4),
                row.number(5),
                row.number(6)),
        joined(numbers));
  }

  private static String joined(List<Long> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** Returns the texts of all passages by their ids, read at once. */
  private Map<Long, String> texts(List<List<Ranker.RankedPassage>> passages) {
    Map<Long, String> texts = new HashMap<>();
    String ids =
        passages.stream()
            .flatMap(List::stream)
            .map(passage -> String.valueOf(passage.id()))
            .collect(Collectors.joining(","));
    if (!ids.isEmpty()) {
      tx.list(
              "SELECT id, text FROM recall_passage WHERE id " + index.among(),
              row -> Map.entry(row.number(1), row.text(2)),
              ids)
          .forEach(one -> texts.put(one.getKey(), one.getValue()));
    }
    return texts;
  }

  private static RecallHit hit(Best found, Map<Long, String> texts) {
    return new RecallHit(
        found.item().id(),
        found.item().scope(),
        (int) Math.round(1_000 * found.score()),
        found.why(),
        found.passages().stream()
            .map(
                passage ->
                    new RecallHit.Passage(
                        PassageId.passage(passage.id()),
                        passage.score(),
                        Objects.requireNonNull(texts.get(passage.id()))))
            .toList());
  }
}
