package org.sovereignbook.sbp.model.judgment;

import org.sovereignbook.sbp.node.StepResult;

/**
 * Result of one run of a role.
 *
 * @param backend the name of the backend
 * @param calls how often the backend was asked: 0, 1, or 2 when its first answer could not be used
 */
public record AgentResult(
    String role, String backend, int calls, boolean idle, String summary, String notes)
    implements StepResult {}
