package org.sovereignbook.sbp.society.team;

/** A member's vote on another role of a colleague. */
record VoteAnswer(boolean approve, String reason) {}
