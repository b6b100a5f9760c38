package org.sovereignbook.sbp.society.reputation;

/**
 * Factors of the weight of a review, as {@code sbp team why} prints them. Their product is the
 * weight, except where several reviews that favour the target share a smaller one.
 *
 * @param reputation the reviewer's reputation as a share of 100, at least 0.1
 * @param mutual a half when reviewer and target give each other high scores
 * @param deviation less when the reviewer's scores are far from those of the others
 * @param favouritism less when the reviewer treats this target otherwise than others
 * @param information less when the reviewer's scores do not follow the quality of the work
 * @param verification how near the reviewer's scores were to later checks
 * @param bias the reviewer's usual distance from the others, which is taken off the score
 * @param hot 1 when the reviewer favours the target, -1 when it is against it, else 0
 */
public record Factors(
    double reputation,
    double mutual,
    double deviation,
    double favouritism,
    double information,
    double verification,
    double bias,
    int hot) {

  /** Returns the product of the factors. */
  public double weight() {
    return reputation * mutual * deviation * favouritism * information * verification;
  }
}
