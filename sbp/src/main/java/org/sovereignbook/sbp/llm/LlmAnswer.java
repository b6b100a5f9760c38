package org.sovereignbook.sbp.llm;

import java.util.List;

/**
 * What a backend answered.
 *
 * @param output the text for the role's output; empty when the agent decided to write nothing
 * @param notes one line for the operator's log
 * @param used the names of the inputs that this answer uses up, such as a draft that it publishes
 * @param usage what the call used up
 */
public record LlmAnswer(String output, String notes, List<String> used, LlmUsage usage) {

  public LlmAnswer {
    used = List.copyOf(used);
  }

  /** An answer that uses nothing up, as every model's is. */
  public LlmAnswer(String output, String notes, LlmUsage usage) {
    this(output, notes, List.of(), usage);
  }

  /** An answer of rules, not of a model. */
  public LlmAnswer(String output, String notes, List<String> used) {
    this(output, notes, used, LlmUsage.unknown());
  }

  /** An answer of which nothing more is known. */
  public LlmAnswer(String output, String notes) {
    this(output, notes, List.of(), LlmUsage.unknown());
  }
}
