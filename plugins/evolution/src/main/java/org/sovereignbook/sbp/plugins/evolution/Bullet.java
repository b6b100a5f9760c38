package org.sovereignbook.sbp.plugins.evolution;

/**
 * Instruction that evolution has added to an agent's prompt.
 *
 * @param id such as {@code b3}, never used again for another one
 * @param reason the fault that it is meant to end
 * @param prediction the change of the results that its author expects
 */
record Bullet(String id, String text, String reason, String prediction) {}
