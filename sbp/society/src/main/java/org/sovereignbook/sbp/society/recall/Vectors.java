package org.sovereignbook.sbp.society.recall;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.sovereignbook.sbp.node.FileWords;

/**
 * Vectors of one item's passages, in order, as they are stored: a byte for each number, in Base64.
 * A vector is stored as a direction only.
 */
public final class Vectors {
  private static final float BYTE = 127;

  private Vectors() {}

  /** Computes vectors of texts, and checks that they have the declared form. */
  public static List<float[]> embed(Embedder embedder, Embedder.Use use, List<String> texts) {
    int dimension = embedder.dimension();
    if (dimension < 1 || dimension > RecallLimits.DIMENSIONS) {
      throw new IllegalStateException(
          "the embedder %s has vectors of %d numbers, at most %d are possible"
              .formatted(embedder.name(), dimension, RecallLimits.DIMENSIONS));
    }
    List<float[]> vectors = answer(embedder, use, texts);
    if (vectors.size() != texts.size()
        || !vectors.stream().allMatch(vector -> isDirection(vector, dimension))) {
      throw new IllegalStateException(
          "the embedder %s returned other vectors than it declares".formatted(embedder.name()));
    }
    return vectors;
  }

  /** Calls the plugin; whatever it throws, such as a missing native library, is one failure. */
  private static List<float[]> answer(Embedder embedder, Embedder.Use use, List<String> texts) {
    try {
      return embedder.embed(use, texts);
    } catch (RuntimeException | LinkageError e) {
      throw new IllegalStateException(
          "the embedder %s has failed: %s".formatted(embedder.name(), reason(e)), e);
    }
  }

  /** Returns the plugin's own words; for a failure of the JDK ours. */
  private static String reason(Throwable failure) {
    return switch (failure) {
      case LinkageError e ->
          "this machine cannot load what it needs"
              + FileWords.ownWords(e).map(text -> ": " + text).orElse("");
      case UncheckedIOException e -> FileWords.of(Objects.requireNonNull(e.getCause()));
      default -> FileWords.ownWords(failure).orElse("it has a fault; tell its maker");
    };
  }

  private static boolean isDirection(float[] vector, int dimension) {
    float largest = largest(vector);
    return vector.length == dimension && Float.isFinite(largest) && largest > 0;
  }

  /** Returns the largest absolute value; not finite if one of the numbers is not. */
  private static float largest(float[] vector) {
    float largest = 0;
    for (float number : vector) {
      largest = Math.max(largest, Math.abs(number));
    }
    return largest;
  }

  static String encode(List<float[]> vectors) {
    int dimension = vectors.isEmpty() ? 0 : vectors.getFirst().length;
    byte[] bytes = new byte[vectors.size() * dimension];
    int at = 0;
    for (float[] vector : vectors) {
      float largest = largest(vector);
      for (float number : vector) {
        bytes[at++] = (byte) Math.round(number / largest * BYTE);
      }
    }
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Returns stored vectors of the query's model, each of length 1. */
  static List<float[]> decode(String stored, QueryVector query) {
    byte[] bytes = Base64.getDecoder().decode(stored);
    int dimension = query.vector().length;
    List<float[]> vectors = new ArrayList<>();
    for (int at = 0; at + dimension <= bytes.length; at += dimension) {
      vectors.add(unit(Arrays.copyOfRange(bytes, at, at + dimension)));
    }
    return vectors;
  }

  private static float[] unit(byte[] numbers) {
    double squares = 0;
    for (byte number : numbers) {
      squares += number * number;
    }
    float length = (float) Math.sqrt(squares);
    float[] unit = new float[numbers.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = numbers[i] / length;
    }
    return unit;
  }

  static double dot(float[] a, float[] b) {
    float sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
