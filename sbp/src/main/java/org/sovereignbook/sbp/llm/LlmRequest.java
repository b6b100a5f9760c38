package org.sovereignbook.sbp.llm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;

/**
 * One job for a backend.
 *
 * @param role which of the three agents runs
 * @param mode how the job is to be done; one of the backend's own modes
 * @param prompt the operator's prompt file for the role, trusted
 * @param inputs what the agent reads, in order; some of it was written by strangers
 * @param output what the agent writes
 * @param repair present in the second round, after an answer that could not be used
 * @param settings section {@code llm.NAME} of the configuration, NAME being the backend's
 * @param budget what the call may use up
 * @param node the node, for rules that need its clock and configuration; no backend gets its keys
 * @param timeout after which the run counts as failed
 */
public record LlmRequest(
    AgentRole role,
    LlmMode mode,
    String prompt,
    List<LlmInput> inputs,
    LlmOutput output,
    Optional<LlmRepair> repair,
    Config settings,
    LlmBudget budget,
    Node node,
    Duration timeout) {

  public LlmRequest {
    inputs = List.copyOf(inputs);
  }

  /** The first round of a job in {@link LlmMode#ANSWER}, without settings. */
  public LlmRequest(
      AgentRole role, String prompt, List<LlmInput> inputs, Node node, Duration timeout) {
    this(
        role,
        LlmMode.ANSWER,
        prompt,
        inputs,
        LlmOutput.of(role),
        Optional.empty(),
        Config.at("llm", JsonObject.empty()),
        LlmBudget.defaults(),
        node,
        timeout);
  }

  /** The second round. */
  public LlmRequest repairing(String answer, String error) {
    return new LlmRequest(
        role,
        mode,
        prompt,
        inputs,
        output,
        Optional.of(new LlmRepair(answer, error)),
        settings,
        budget,
        node,
        timeout);
  }

  /** The same with another time limit. */
  public LlmRequest withTimeout(Duration limit) {
    return new LlmRequest(
        role, mode, prompt, inputs, output, repair, settings, budget, node, limit);
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
