package org.sovereignbook.sbp.society.team;

/**
 * A reviewer's answer.
 *
 * @param score from 0 to 100; below 60 the work is repeated
 * @param comment the faults, for the worker that repeats the work
 */
record ReviewAnswer(int score, String comment) {}
