package org.sovereignbook.sbp.llm.cli;

import org.sovereignbook.sbp.llm.LlmUsage;

/**
 * What a program said.
 *
 * @param text the model's answer
 * @param notes one line for the operator's log, such as what was refused to the model
 */
public record CliReply(String text, LlmUsage usage, String notes) {}
