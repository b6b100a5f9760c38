package org.sovereignbook.sbp.society.board;

import java.time.Instant;

/**
 * A worker's lease on a task.
 *
 * @param fence the token that submit, complete and fail must carry
 */
public record Claim(String task, int attempt, long fence, Instant leaseUntil) {}
