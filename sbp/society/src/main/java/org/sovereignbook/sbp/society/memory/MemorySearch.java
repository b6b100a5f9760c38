package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.recall.QueryVector;
import org.sovereignbook.sbp.society.recall.RecallHit;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/**
 * Search in the items that a caller may read.
 *
 * @param meaning the vector of the query, if an embedder is chosen
 */
public record MemorySearch(Transaction tx, Optional<QueryVector> meaning) {
  private static final int BEGINNING_CHARACTERS = 160;

  /** Score of an item in a list without a query. */
  private static final int LISTED_PER_MILLE = 1_000;

  /**
   * Item found.
   *
   * @param perMille its score
   * @param why the words that were found, for people
   * @param passages its best passages, best first; none in a list without a query
   */
  public record Result(
      Items.Whole item, int perMille, String why, List<RecallHit.Passage> passages) {
    public Result {
      passages = List.copyOf(passages);
    }

    /** Returns its best passage, or in a list without a query how it begins. */
    public String text() {
      return passages.stream().findFirst().map(RecallHit.Passage::text).orElseGet(this::beginning);
    }

    private String beginning() {
      String first =
          item.item().type().body(item.body()).passages().stream().findFirst().orElse("");
      return first.codePointCount(0, first.length()) > BEGINNING_CHARACTERS
          ? first.substring(0, first.offsetByCodePoints(0, BEGINNING_CHARACTERS)) + "…"
          : first;
    }
  }

  /** Creates a search by words only. */
  public MemorySearch(Transaction tx) {
    this(tx, Optional.empty());
  }

  /**
   * Returns the best items, best first; without a query the newest ones. Those that are shown have
   * to be recorded with {@link Items#recalled}.
   *
   * @param most the maximum number of results
   */
  public List<Result> search(Caller caller, String query, ItemFilter filter, int most) {
    return query.isBlank() ? listed(caller, filter, most) : found(caller, query, filter, most);
  }

  private List<Result> listed(Caller caller, ItemFilter filter, int most) {
    return new Items(tx)
        .list(caller, filter, most).stream()
            .map(item -> new Result(item, LISTED_PER_MILLE, "newest first", List.of()))
            .toList();
  }

  private List<Result> found(Caller caller, String query, ItemFilter filter, int most) {
    Map<String, Scopes.Scope> scopes = MemoryReader.of(tx, caller).scopes();
    if (scopes.isEmpty()) {
      return List.of();
    }
    Items items = new Items(tx);
    Map<String, Items.Whole> read = new LinkedHashMap<>();
    List<Result> results = new ArrayList<>();
    List<RecallHit> hits =
        RecallIndex.search(
            tx,
            scopes.keySet(),
            query,
            meaning,
            id -> {
              Optional<Items.Whole> whole =
                  MemoryItem.ROWS
                      .first(tx, "WHERE id = ? AND deleted_ms IS NULL", id)
                      .map(
                          item ->
                              items.whole(
                                  item,
                                  Objects.requireNonNull(scopes.get(item.holding().scope()))));
              whole.ifPresent(one -> read.put(id, one));
              return whole.filter(filter::fits).isPresent();
            },
            most);
    for (RecallHit hit : hits) {
      results.add(
          new Result(
              Objects.requireNonNull(read.get(hit.id())),
              hit.scorePerMille(),
              hit.why(),
              hit.passages()));
    }
    return results;
  }
}
