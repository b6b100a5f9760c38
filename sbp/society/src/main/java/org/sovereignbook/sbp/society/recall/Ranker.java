package org.sovereignbook.sbp.society.recall;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Ranking of the items that have a word of the query, without a database: three rankings by BM25
 * (whole item, best passage, best window of three passages) are fused by reciprocal rank, and items
 * of a date that the query names are lifted. A word counts once in a passage; a passage's length is
 * the average of its item's passages. All counts are those of the scopes searched.
 *
 * @param words the words of the query that occur
 * @param scopes the counts of the scopes searched
 * @param dates the dates that the query names
 */
record Ranker(List<Found> words, Counts scopes, NamedDates dates) {
  /** Constant of reciprocal rank fusion (Cormack and others, SIGIR 2009). */
  private static final double FUSION_K = 60;

  private static final double BM25_K1 = 1.2;
  private static final double BM25_B = .75;
  private static final double DATE_BOOST = .3;

  /** Share of the best window around a passage in the passage's score. */
  private static final double WINDOW_SHARE = .3;

  private static final int RANKINGS = 3;
  private static final int WINDOW_PASSAGES = 3;

  /** Bits of a key below a passage's id, for the number of the word. */
  private static final int WORD_BITS = 7;

  Ranker {
    words = List.copyOf(words);
    if (words.size() > 1 << WORD_BITS) {
      throw new IllegalArgumentException("more words than a key has numbers");
    }
  }

  /**
   * Word of a query with the passages that have it.
   *
   * @param passages ids of passages, see {@link PassageId}; of a very common word only the newest
   * @param count how many passages have it
   */
  @SuppressWarnings("ArrayRecordComponent") // For speed; never compared.
  record Found(String word, long[] passages, long count) {}

  /** Counts of all items of some scopes. */
  record Counts(long items, long passages, long terms) {
    Counts plus(Counts other) {
      return new Counts(items + other.items, passages + other.passages, terms + other.terms);
    }

    /** Counts the rows of passages; each item has one more for its heading. */
    long rows() {
      return passages + items;
    }
  }

  /** Item as the ranking needs it. */
  record Item(long number, String id, String scope, long atMs, long passages, long terms) {}

  /**
   * Item with its score, from 0 to 1.
   *
   * @param isDated whether its date is one that the query names
   */
  record Ranked(Item item, double score, boolean isDated, Scores parts) {}

  /** Passage with its score, for comparison with passages of other items. */
  record RankedPassage(long id, double score) {}

  /** Words that one item has: word by word, each with the numbers of its passages in order. */
  @SuppressWarnings("ArrayRecordComponent") // For speed; never compared.
  record Match(long item, int[] words, int[][] passages) {
    int last() {
      int last = 0;
      for (int[] ofWord : passages) {
        last = Math.max(last, ofWord[ofWord.length - 1]);
      }
      return last;
    }
  }

  /** Scores of an item: of its rows by number, of its windows by their first row, of the whole. */
  @SuppressWarnings("ArrayRecordComponent") // For speed; never compared.
  record Scores(Match match, double[] rows, double[] windows, double whole) {
    double bestRow() {
      return best(rows);
    }

    double bestWindow() {
      return best(windows);
    }

    private static double best(double[] scores) {
      double best = 0;
      for (double score : scores) {
        best = Math.max(best, score);
      }
      return best;
    }

    double sum() {
      return bestRow() + bestWindow() + whole;
    }
  }

  private record Scored(Item item, Scores scores) {}

  /** Weights of the words, by the items and by the rows of passages that have them. */
  @SuppressWarnings("ArrayRecordComponent") // For speed; never compared.
  private record Weights(double[] items, double[] rows) {}

  /** Lengths of an item and of its passages, as multiples of the average. */
  private record Lengths(double item, double passage) {
    static final Lengths USUAL = new Lengths(1, 1);
  }

  /**
   * Ranks the items, best first.
   *
   * @param details returns the items of these numbers
   */
  List<Ranked> rank(Function<List<Long>, List<Item>> details) {
    List<Match> matches = matches();
    Weights weights = weights(matches);
    Map<Long, Match> candidates = new HashMap<>();
    candidates(matches, weights).forEach(match -> candidates.put(match.item(), match));
    List<Scored> scored = new ArrayList<>();
    for (Item item : details.apply(List.copyOf(candidates.keySet()))) {
      Match match = Objects.requireNonNull(candidates.get(item.number()));
      scored.add(new Scored(item, scores(match, weights, lengths(item))));
    }
    return fuse(scored);
  }

  private Weights weights(List<Match> matches) {
    long[] items = new long[words.size()];
    for (Match match : matches) {
      for (int word : match.words()) {
        items[word]++;
      }
    }
    return new Weights(
        Arrays.stream(items).mapToDouble(count -> idf(scopes.items(), count)).toArray(),
        words.stream().mapToDouble(word -> idf(scopes.rows(), word.count())).toArray());
  }

  /** Returns the items with the best scores if all were of the same length. */
  private static List<Match> candidates(List<Match> matches, Weights weights) {
    return matches.size() <= RecallLimits.CANDIDATES
        ? matches
        : matches.stream()
            .map(match -> scores(match, weights, Lengths.USUAL))
            .sorted(
                Comparator.comparingDouble(Scores::sum)
                    .thenComparingLong(scores -> scores.match().item())
                    .reversed())
            .limit(RecallLimits.CANDIDATES)
            .map(Scores::match)
            .toList();
  }

  private Lengths lengths(Item item) {
    return new Lengths(
        ratio(item.terms(), 1, scopes.terms(), scopes.items()),
        ratio(item.terms(), item.passages(), scopes.terms(), scopes.passages()));
  }

  /** Returns how much longer than the average of all a part is. */
  private static double ratio(long terms, long parts, long allTerms, long allParts) {
    return ((double) terms / Math.max(1, parts))
        / Math.max(1, (double) allTerms / Math.max(1, allParts));
  }

  /** Returns the weight of a word by Lucene's formula, which is never negative. */
  private static double idf(long all, long with) {
    return Math.log(1 + (all - with + .5) / (with + .5));
  }

  private static double bm25(double idf, int times, double lengthRatio) {
    return idf * times * (BM25_K1 + 1) / (times + BM25_K1 * (1 - BM25_B + BM25_B * lengthRatio));
  }

  /** Groups the passages of all words by item. */
  private List<Match> matches() {
    long[] keys = new long[words.stream().mapToInt(word -> word.passages().length).sum()];
    int filled = 0;
    for (int word = 0; word < words.size(); word++) {
      for (long id : words.get(word).passages()) {
        keys[filled++] = id << WORD_BITS | word;
      }
    }
    Arrays.sort(keys);
    List<Match> matches = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= keys.length; to++) {
      if (to == keys.length || item(keys[to]) != item(keys[from])) {
        matches.add(match(keys, from, to));
        from = to;
      }
    }
    return matches;
  }

  private static long item(long key) {
    return PassageId.item(key >> WORD_BITS);
  }

  /** Orders the keys of one item by word instead of by passage. */
  private static Match match(long[] keys, int from, int to) {
    int[] byWord = new int[to - from];
    for (int i = 0; i < byWord.length; i++) {
      int word = (int) (keys[from + i] & ((1 << WORD_BITS) - 1));
      byWord[i] = word * PassageId.PER_ITEM + PassageId.passage(keys[from + i] >> WORD_BITS);
    }
    Arrays.sort(byWord);
    List<int[]> passages = new ArrayList<>();
    int[] found = new int[byWord.length];
    int begin = 0;
    for (int end = 1; end <= byWord.length; end++) {
      int word = byWord[begin] / PassageId.PER_ITEM;
      if (end == byWord.length || byWord[end] / PassageId.PER_ITEM != word) {
        found[passages.size()] = word;
        passages.add(numbers(byWord, begin, end));
        begin = end;
      }
    }
    return new Match(
        item(keys[from]), Arrays.copyOf(found, passages.size()), passages.toArray(int[][]::new));
  }

  private static int[] numbers(int[] byWord, int begin, int end) {
    int[] numbers = new int[end - begin];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = byWord[begin + i] % PassageId.PER_ITEM;
    }
    return numbers;
  }

  private static Scores scores(Match match, Weights weights, Lengths lengths) {
    double[] rows = new double[match.last() + 1];
    double[] windows = new double[match.last() + 1];
    double whole = 0;
    for (int i = 0; i < match.words().length; i++) {
      int word = match.words()[i];
      int[] passages = match.passages()[i];
      whole += bm25(weights.items()[word], passages.length, lengths.item());
      int next = 1;
      for (int passage : passages) {
        rows[passage] += bm25(weights.rows()[word], 1, lengths.passage());
        for (int first = firstWindow(passage, next); first <= passage; first++) {
          windows[first] += bm25(weights.rows()[word], within(passages, first), lengths.passage());
        }
        next = passage + 1;
      }
    }
    return new Scores(match, rows, windows, whole);
  }

  /** Returns the first window with a passage; the heading, passage 0, is a window by itself. */
  private static int firstWindow(int passage, int atLeast) {
    return passage == 0 ? 0 : Math.max(atLeast, passage - WINDOW_PASSAGES + 1);
  }

  private static int within(int[] passages, int first) {
    int end = first == 0 ? 1 : first + WINDOW_PASSAGES;
    int count = 0;
    for (int passage : passages) {
      if (passage >= first && passage < end) {
        count++;
      }
    }
    return count;
  }

  private List<Ranked> fuse(List<Scored> items) {
    double[] fused = new double[items.size()];
    List<ToDoubleFunction<Scores>> rankings =
        List.of(Scores::whole, Scores::bestRow, Scores::bestWindow);
    for (ToDoubleFunction<Scores> ranking : rankings) {
      double[] scores =
          items.stream().mapToDouble(item -> ranking.applyAsDouble(item.scores())).toArray();
      double[] sorted = scores.clone();
      Arrays.sort(sorted);
      for (int i = 0; i < scores.length; i++) {
        fused[i] += scores[i] > 0 ? (FUSION_K + 1) / (FUSION_K + rank(sorted, scores[i])) : 0;
      }
    }
    double most = RANKINGS * (dates.isEmpty() ? 1 : 1 + DATE_BOOST);
    List<Ranked> ranked = new ArrayList<>();
    for (int i = 0; i < fused.length; i++) {
      Item item = items.get(i).item();
      boolean isDated = !dates.isEmpty() && dates.fits(date(item.atMs()));
      double boost = isDated ? 1 + DATE_BOOST : 1;
      ranked.add(new Ranked(item, fused[i] * boost / most, isDated, items.get(i).scores()));
    }
    ranked.sort(Ranker::bestFirst);
    return ranked;
  }

  /** Compares without boxes, as a search may sort a thousand items. */
  private static int bestFirst(Ranked one, Ranked other) {
    int byScore = Double.compare(other.score(), one.score());
    int byDate = Long.compare(other.item().atMs(), one.item().atMs());
    int byId = byScore == 0 && byDate == 0 ? one.item().id().compareTo(other.item().id()) : 0;
    return byScore == 0 ? byDate == 0 ? byId : byDate : byScore;
  }

  /** Returns 1 and the number of larger scores; equal scores have the same rank. */
  private static int rank(double[] sorted, double score) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] > score) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return sorted.length - low + 1;
  }

  /** Returns the words of the query that an item has. */
  List<String> words(Ranked ranked) {
    return Arrays.stream(ranked.parts().match().words())
        .mapToObj(word -> words.get(word).word())
        .toList();
  }

  /** Returns the best passages of an item, best first; none if only the heading fits. */
  static List<RankedPassage> passages(Ranked item) {
    return best(allPassages(item));
  }

  static List<RankedPassage> best(List<RankedPassage> passages) {
    List<RankedPassage> ranked = new ArrayList<>(passages);
    ranked.sort(
        Comparator.comparingDouble(RankedPassage::score)
            .reversed()
            .thenComparingLong(RankedPassage::id));
    return ranked.subList(0, Math.min(ranked.size(), RecallLimits.PASSAGES_OF_HIT));
  }

  /** Returns the passages of an item that have words of the query, or are near them, in order. */
  static List<RankedPassage> allPassages(Ranked item) {
    Scores scores = item.parts();
    long last = Math.min(item.item().passages(), scores.rows().length - 1 + WINDOW_PASSAGES - 1);
    List<RankedPassage> ranked = new ArrayList<>();
    for (int passage = 1; passage <= last; passage++) {
      double window = 0;
      for (int first = firstWindow(passage, 1); first <= passage; first++) {
        window = Math.max(window, at(scores.windows(), first));
      }
      double score = (at(scores.rows(), passage) + WINDOW_SHARE * window) * scores.whole();
      if (score > 0) {
        ranked.add(new RankedPassage(PassageId.of(item.item().number(), passage), score));
      }
    }
    return ranked;
  }

  private static double at(double[] scores, int number) {
    return number < scores.length ? scores[number] : 0;
  }

  static LocalDate date(long atMs) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(atMs), ZoneOffset.UTC);
  }
}
