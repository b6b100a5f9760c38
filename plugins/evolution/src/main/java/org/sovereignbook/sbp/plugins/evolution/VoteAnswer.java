package org.sovereignbook.sbp.plugins.evolution;

/** A member's vote on another role of a colleague. */
record VoteAnswer(boolean approve, String reason) {}
