package org.sovereignbook.sbp.plugins.evolution;

/**
 * A reviewer's answer on two results of one task, whose authors it does not know.
 *
 * @param a the score of the first, from 0 to 100
 * @param b the score of the second
 */
record CompareAnswer(int a, int b, String comment) {
  boolean isValid() {
    return a >= 0 && a <= 100 && b >= 0 && b <= 100;
  }
}
