package org.sovereignbook.sbp.llm;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.node.Node;

/**
 * One job for a backend.
 *
 * @param role which of the three agents runs
 * @param prompt the operator's prompt file for the role, trusted
 * @param inputs what the agent reads, in order; some of it was written by strangers
 * @param node the node, for rules that need its clock and configuration; no backend gets its keys
 * @param timeout after which the run counts as failed
 */
public record LlmRequest(
    AgentRole role, String prompt, List<LlmInput> inputs, Node node, Duration timeout) {

  public LlmRequest {
    inputs = List.copyOf(inputs);
  }

  /** The text of an input; empty text when the request has none of that name. */
  public String input(String name) {
    return inputs.stream()
        .filter(input -> input.name().equals(name))
        .map(LlmInput::text)
        .findFirst()
        .orElse("");
  }
}
