package org.sovereignbook.sbp.society.recall;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Ranking of a few texts in memory by BM25 (k1 1.5, b 0.75), where there is no index of them; with
 * the same analysis of words.
 */
public final class WordRanking {
  private static final double K1 = 1.5;
  private static final double B = 0.75;

  private WordRanking() {}

  /** Returns the places of the texts that have a word of the query, best first. */
  public static List<Integer> best(List<String> texts, String query, int most) {
    List<List<String>> all = texts.stream().map(Terms::of).toList();
    double average = all.stream().mapToInt(List::size).average().orElse(1);
    Map<String, Double> weights = weights(all, Terms.words(query).keySet());
    double[] scores = all.stream().mapToDouble(terms -> score(terms, weights, average)).toArray();
    return IntStream.range(0, scores.length)
        .filter(at -> scores[at] > 0)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer at) -> -scores[at]))
        .limit(most)
        .toList();
  }

  private static Map<String, Double> weights(List<List<String>> all, Set<String> words) {
    Map<String, Double> weights = new HashMap<>();
    for (String word : words) {
      long with = all.stream().filter(terms -> terms.contains(word)).count();
      weights.put(word, Math.log(1 + (all.size() - with + .5) / (with + .5)));
    }
    return weights;
  }

  private static double score(List<String> terms, Map<String, Double> weights, double average) {
    Map<String, Integer> times = new HashMap<>();
    terms.forEach(term -> times.merge(term, 1, Integer::sum));
    double score = 0;
    for (Map.Entry<String, Double> word : weights.entrySet()) {
      int count = times.getOrDefault(word.getKey(), 0);
      score +=
          word.getValue() * count * (K1 + 1) / (count + K1 * (1 - B + B * terms.size() / average));
    }
    return score;
  }
}
