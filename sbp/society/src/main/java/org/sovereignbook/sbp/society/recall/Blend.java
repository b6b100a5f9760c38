package org.sovereignbook.sbp.society.recall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Ranking by words and by vectors. Both scores are measured in standard deviations from the average
 * of the items compared (z-scores), and added with weights; the same for passages. An item without
 * vectors yet counts as average by them.
 *
 * @param similar what has vectors, by the item's number
 * @param related the cosine from which an item is found for its vectors alone
 */
record Blend(Map<Long, Similarity> similar, double related) {
  private static final double ITEM_WEIGHT = .4;
  private static final double PASSAGE_WEIGHT = 1;

  /**
   * Item with its score, from 0 to 1.
   *
   * @param byWords its ranking by words, if it has one of the query
   * @param isRelated whether a passage is related by its vector
   * @param passages its best passages, best first
   */
  record Blended(
      Ranker.Item item,
      double score,
      Optional<Ranker.Ranked> byWords,
      boolean isRelated,
      List<Ranker.RankedPassage> passages) {}

  /** Mean and standard deviation. */
  private record Spread(double mean, double deviation) {
    static Spread of(List<Double> scores) {
      double mean = scores.stream().mapToDouble(Double::doubleValue).average().orElse(0);
      double variance =
          scores.stream().mapToDouble(one -> (one - mean) * (one - mean)).average().orElse(0);
      return new Spread(mean, Math.sqrt(variance));
    }

    double z(double score) {
      return deviation > 0 ? (score - mean) / deviation : 0;
    }
  }

  /**
   * Ranks the items, best first.
   *
   * @param byWords the ranking by words
   * @param details returns the items of these numbers
   */
  List<Blended> rank(List<Ranker.Ranked> byWords, Function<List<Long>, List<Ranker.Item>> details) {
    Map<Long, Ranker.Ranked> words = new HashMap<>();
    byWords.forEach(ranked -> words.put(ranked.item().number(), ranked));
    List<Ranker.Item> items = new ArrayList<>(byWords.stream().map(Ranker.Ranked::item).toList());
    items.addAll(details.apply(relatedWithoutWords(words)));
    Spread ofWords = Spread.of(items.stream().map(item -> score(words, item.number())).toList());
    Spread ofVectors =
        Spread.of(
            items.stream()
                .flatMap(item -> similarity(item.number()).stream())
                .map(Similarity::ofItem)
                .toList());
    Passages passages = passages(words, items);
    return items.stream()
        .map(
            item -> {
              Optional<Similarity> similarity = similarity(item.number());
              double z =
                  ofWords.z(score(words, item.number()))
                      + ITEM_WEIGHT * similarity.map(one -> ofVectors.z(one.ofItem())).orElse(0.0);
              return new Blended(
                  item,
                  1 / (1 + Math.exp(-z)),
                  Optional.ofNullable(words.get(item.number())),
                  similarity.filter(one -> one.best() >= related).isPresent(),
                  passages.best(item.number()));
            })
        .sorted(
            Comparator.comparingDouble(Blended::score)
                .thenComparingLong(one -> one.item().atMs())
                .reversed()
                .thenComparing(one -> one.item().id()))
        .toList();
  }

  private Optional<Similarity> similarity(long item) {
    return Optional.ofNullable(similar.get(item));
  }

  private static double score(Map<Long, Ranker.Ranked> words, long item) {
    return Optional.ofNullable(words.get(item)).map(Ranker.Ranked::score).orElse(0.0);
  }

  private List<Long> relatedWithoutWords(Map<Long, Ranker.Ranked> words) {
    return similar.entrySet().stream()
        .filter(one -> !words.containsKey(one.getKey()) && one.getValue().best() >= related)
        .sorted(
            Comparator.comparingDouble((Map.Entry<Long, Similarity> one) -> one.getValue().ofItem())
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(RecallLimits.RELATED_ITEMS)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** A passage: its score by words, 0 if it has none, and its similarity, if it has a vector. */
  private record Passage(long id, double words, OptionalDouble similarity) {}

  /** Passages of all items with what their scores are measured by. */
  private record Passages(Map<Long, List<Passage>> all, Spread ofWords, Spread ofVectors) {
    List<Ranker.RankedPassage> best(long item) {
      return Ranker.best(
          Objects.requireNonNull(all.get(item)).stream()
              .map(one -> new Ranker.RankedPassage(one.id(), score(one)))
              .toList());
    }

    private double score(Passage passage) {
      double z = ofWords.z(passage.words());
      return passage.similarity().isPresent()
          ? z + PASSAGE_WEIGHT * ofVectors.z(passage.similarity().getAsDouble())
          : z;
    }
  }

  private Passages passages(Map<Long, Ranker.Ranked> words, List<Ranker.Item> items) {
    Map<Long, List<Passage>> all = new HashMap<>();
    items.forEach(
        item ->
            all.put(item.number(), passages(item, Optional.ofNullable(words.get(item.number())))));
    List<Passage> each = all.values().stream().flatMap(List::stream).toList();
    return new Passages(
        all,
        Spread.of(each.stream().map(Passage::words).toList()),
        Spread.of(
            each.stream()
                .filter(passage -> passage.similarity().isPresent())
                .map(passage -> passage.similarity().getAsDouble())
                .toList()));
  }

  private List<Passage> passages(Ranker.Item item, Optional<Ranker.Ranked> ranked) {
    Map<Long, Double> byWords = new HashMap<>();
    ranked
        .map(Ranker::allPassages)
        .orElse(List.of())
        .forEach(passage -> byWords.put(passage.id(), passage.score()));
    Optional<Similarity> similarity = similarity(item.number());
    int embedded = similarity.map(one -> one.passages().length).orElse(0);
    List<Passage> passages = new ArrayList<>();
    for (int passage = 1; passage <= item.passages(); passage++) {
      long id = PassageId.of(item.number(), passage);
      int index = passage - 1;
      if (index < embedded || byWords.containsKey(id)) {
        passages.add(
            new Passage(
                id,
                byWords.getOrDefault(id, 0.0),
                index < embedded
                    ? OptionalDouble.of(similarity.orElseThrow().ofPassage(index))
                    : OptionalDouble.empty()));
      }
    }
    return passages;
  }
}
