package org.sovereignbook.sbp.model.llm;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Config;

/**
 * One job for a backend, with all that it may see: no file of the node, and none of its keys.
 *
 * @param role which agent runs, such as {@code reader}
 * @param mode how the job is to be done; one of the backend's own modes
 * @param prompt the operator's prompt file for the role, trusted
 * @param inputs what the agent reads, in order; some of it was written by strangers
 * @param output what the agent writes
 * @param repair present in the second round, after an answer that could not be used
 * @param budget what the call may use up
 */
public record LlmRequest(
    String role,
    Mode mode,
    String prompt,
    List<Input> inputs,
    OutputFile output,
    Optional<Repair> repair,
    Budget budget,
    Context context) {

  /** How a backend is given its job and hands back what it made of it. */
  public enum Mode {
    /** Everything stands in the prompt, the model has no tools, and its answer is the output. */
    ANSWER,
    /**
     * The model reads its inputs as files and writes the one output file, in a scratch directory of
     * plain copies (IMPLEMENTATION §2); the backend hands the file's text on.
     */
    TOOLS;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * One thing that an agent reads.
   *
   * @param name the file's path below {@code runtime/}
   * @param untrusted whether strangers wrote part of it, so that it must stay marked as data
   */
  public record Input(String name, String text, boolean untrusted) {}

  /**
   * What a role hands in.
   *
   * @param file its path below {@code runtime/}; in {@link Mode#TOOLS} the one file to write
   * @param schema the JSON Schema of it, for backends whose provider takes one; every member is
   *     required and may be null where it may be absent, as strict providers want it; empty for
   *     text
   */
  public record OutputFile(String file, Optional<JsonObject> schema) {}

  /**
   * Makes a request the second and last round.
   *
   * @param answer what was answered in the first; it was made under the influence of strangers'
   *     texts
   * @param error what was wrong with it
   */
  public record Repair(String answer, String error) {}

  /**
   * What one call may use up; for backends that can set such limits.
   *
   * @param maxOutputTokens of the answer
   * @param timeout after which the call counts as failed
   */
  public record Budget(int maxOutputTokens, Optional<BigDecimal> maxCostUsd, Duration timeout) {
    public Budget {
      if (maxOutputTokens < 1) {
        throw new IllegalArgumentException("an answer needs at least one token");
      }
    }
  }

  /**
   * What a backend may use of the world around it.
   *
   * @param settings the backend's own, {@link LlmBackend#settingsSection}
   * @param scratch where it may make folders for the time of a call
   * @param identity what the node says of itself in public; read when somebody asks
   */
  public record Context(
      Config settings,
      InstantSource clock,
      RandomGenerator random,
      Path scratch,
      Supplier<IdentityDocument> identity) {}

  public LlmRequest {
    inputs = List.copyOf(inputs);
  }

  /** The second round. */
  public LlmRequest repairing(String answer, String error) {
    return with(Optional.of(new Repair(answer, error)), budget);
  }

  /** The same with another time limit. */
  public LlmRequest within(Duration timeout) {
    return within(new Budget(budget.maxOutputTokens(), budget.maxCostUsd(), timeout));
  }

  /** The same with other limits. */
  public LlmRequest within(Budget newBudget) {
    return with(repair, newBudget);
  }

  private LlmRequest with(Optional<Repair> newRepair, Budget newBudget) {
    return new LlmRequest(role, mode, prompt, inputs, output, newRepair, newBudget, context);
  }

  /** The backend's own settings. */
  public Config settings() {
    return context.settings();
  }

  /** The text of an input; empty text when the request has none of that name. */
  public String input(String name) {
    return inputs.stream()
        .filter(input -> input.name().equals(name))
        .map(Input::text)
        .findFirst()
        .orElse("");
  }
}
