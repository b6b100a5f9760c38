package org.sovereignbook.sbp.society.recall;

import java.util.Arrays;
import java.util.List;

/**
 * Cosines of an item's passages with a query: of each by itself, and of the best window of up to
 * three passages around it. The vector of a window is the sum of its passages' vectors.
 */
@SuppressWarnings("ArrayRecordComponent") // For speed; never compared.
record Similarity(double[] passages, double[] windows) {
  private static final int WINDOW_PASSAGES = 3;

  static Similarity of(List<float[]> vectors, QueryVector query) {
    double[] alone =
        vectors.stream().mapToDouble(vector -> Vectors.dot(vector, query.vector())).toArray();
    double[] around = new double[alone.length];
    Arrays.fill(around, -1);
    int length = Math.min(WINDOW_PASSAGES, alone.length);
    for (int first = 0; first + length <= alone.length; first++) {
      double cosine = window(vectors.subList(first, first + length), alone, first);
      for (int passage = first; passage < first + length; passage++) {
        around[passage] = Math.max(around[passage], cosine);
      }
    }
    return new Similarity(alone, around);
  }

  private static double window(List<float[]> vectors, double[] alone, int first) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < vectors.size(); i++) {
      sum += alone[first + i];
      squares++;
      for (int j = 0; j < i; j++) {
        squares += 2 * Vectors.dot(vectors.get(i), vectors.get(j));
      }
    }
    return sum / Math.sqrt(Math.max(squares, Float.MIN_NORMAL));
  }

  double best() {
    return best(passages);
  }

  /** Returns the item's own similarity, comparable with other items only. */
  double ofItem() {
    return best(passages) + best(windows);
  }

  /** Returns the similarity of a passage, counted from 0, comparable with other passages only. */
  double ofPassage(int passage) {
    return passages[passage] + windows[passage];
  }

  private static double best(double[] cosines) {
    double best = -1;
    for (double cosine : cosines) {
      best = Math.max(best, cosine);
    }
    return best;
  }
}
