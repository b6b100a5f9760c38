package org.sovereignbook.sbp.society.team;

/**
 * What a reviewer answers.
 *
 * @param score from 0 to 100; below 60 the work is done again
 * @param comment what is wrong with it, for whoever does it again
 */
record ReviewAnswer(int score, String comment) {}
