package org.sovereignbook.sbp.llm;

/**
 * Makes a request the second and last round.
 *
 * @param answer what was answered in the first; it was made under the influence of strangers' texts
 * @param error what was wrong with it
 */
public record LlmRepair(String answer, String error) {}
