package org.sovereignbook.sbp.society.board;

import org.sovereignbook.sbp.base.json.Shape;

/**
 * A task that others wait for, named beside a list of these.
 *
 * @param title empty once it was erased
 * @param authorityId under which the title was written
 */
@Shape.Def("task_blocker")
public record TaskBlocker(
    String id, TaskState state, String title, @Shape.Hidden String authorityId) {}
