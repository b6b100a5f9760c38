package org.sovereignbook.sbp.llm;

/**
 * What a backend answered.
 *
 * @param output the text for the role's output; empty when the agent decided to write nothing
 * @param notes one line for the operator's log
 */
public record LlmAnswer(String output, String notes) {}
