package org.sovereignbook.sbp.society.board;

import java.time.Instant;

/**
 * A worker's right to a task, until its lease ends.
 *
 * @param fence what submit, complete and fail must carry
 */
public record Claim(String task, int attempt, long fence, Instant leaseUntil) {}
