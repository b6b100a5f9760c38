package org.sovereignbook.sbp.society.board;

import java.util.Optional;

/**
 * The end of a task, or of a claim whose time is over.
 *
 * @param task as it was before
 * @param state what it is now; pending when it is on the board again
 * @param reason why, for people
 */
public record TaskEnd(TaskRow task, TaskState state, Optional<String> reason) {}
