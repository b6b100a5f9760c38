package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A reviewer's answer.
 *
 * @param score from 0 to 100; below 60 the work is repeated
 * @param comment the faults, for the worker that repeats the work
 * @param criteria the parts that the score is made of; absent in answers of simple programs
 */
record ReviewAnswer(int score, String comment, Optional<List<Criterion>> criteria) {

  /**
   * One part of a score.
   *
   * @param score from 0 to 100
   * @param evidence a passage of the result, or an omission of it
   */
  record Criterion(String name, int score, String evidence) {
    boolean isValid() {
      return isScore(score) && !name.isBlank() && !evidence.isBlank();
    }
  }

  boolean isValid() {
    return isScore(score)
        && !comment.isBlank()
        && criteria.orElse(List.of()).stream().allMatch(Criterion::isValid);
  }

  private static boolean isScore(int score) {
    return score >= 0 && score <= 100;
  }

  /** Returns the comment with the criteria, as the worker reads it. */
  String text() {
    return criteria.orElse(List.of()).stream()
        .map(each -> "\n- %s: %d. %s".formatted(each.name(), each.score(), each.evidence()))
        .collect(Collectors.joining("", comment, ""));
  }
}
