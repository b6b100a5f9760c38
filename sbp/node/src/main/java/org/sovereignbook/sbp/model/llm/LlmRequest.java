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
 * Job for a backend, with everything that it may see: no file of the node, and none of its keys.
 *
 * @param role the role that runs, such as {@code reader}
 * @param mode one of the backend's own modes
 * @param prompt the operator's prompt file for the role, trusted
 * @param inputs the inputs in order; some of them were written by strangers
 * @param output the file that the role writes
 * @param repair present in the second round, after an answer that could not be used
 * @param budget the limits of the call
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

  private static final int MAX_NAME_CHARACTERS = 64;

  /**
   * Returns the role as a name that every provider accepts for a schema or a tool: at most 64
   * letters, digits, {@code _} and {@code -}.
   */
  public String providerName() {
    String plain = role.replaceAll("[^A-Za-z0-9_-]", "_");
    return plain.substring(0, Math.min(MAX_NAME_CHARACTERS, plain.length()));
  }

  /** Way in which a backend gets its job and returns the result. */
  public enum Mode {
    /** The prompt contains everything, the model has no tools, and its answer is the output. */
    ANSWER,
    /**
     * The model reads its inputs as files and writes the one output file, in a scratch directory of
     * plain copies (IMPLEMENTATION §2); the backend returns the file's text.
     */
    TOOLS;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Input of a role.
   *
   * @param name the file's path below {@code runtime/}
   * @param untrusted whether strangers wrote part of it, so that it must stay marked as data
   */
  public record Input(String name, String text, boolean untrusted) {}

  /**
   * Output of a role.
   *
   * @param file its path below {@code runtime/}; in {@link Mode#TOOLS} the one file to write
   * @param schema its JSON Schema, for backends whose provider takes one; every member is required,
   *     and may be null where it may be absent, as strict providers want it; empty for text
   */
  public record OutputFile(String file, Optional<JsonObject> schema) {}

  /**
   * Reason for the second and last round.
   *
   * @param answer the answer of the first round; it was made under the influence of strangers'
   *     texts
   * @param error the mistake in it
   */
  public record Repair(String answer, String error) {}

  /**
   * Limits of one call, for backends that can set them.
   *
   * @param maxOutputTokens the size of the answer
   * @param timeout the time after which the call counts as failed
   */
  public record Budget(int maxOutputTokens, Optional<BigDecimal> maxCostUsd, Duration timeout) {
    public Budget {
      if (maxOutputTokens < 1) {
        throw new IllegalArgumentException("an answer needs at least one token");
      }
    }
  }

  /**
   * Environment that a backend may use.
   *
   * @param settings the backend's own, {@link LlmBackend#settingsSection}
   * @param scratch the folder where it may make folders for the time of a call
   * @param identity the node's public identity; read when it is needed
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

  /** Returns the request of the second round. */
  public LlmRequest repairing(String answer, String error) {
    return with(Optional.of(new Repair(answer, error)), budget);
  }

  /** Returns a copy with another time limit. */
  public LlmRequest within(Duration timeout) {
    return within(new Budget(budget.maxOutputTokens(), budget.maxCostUsd(), timeout));
  }

  /** Returns a copy with other limits. */
  public LlmRequest within(Budget newBudget) {
    return with(repair, newBudget);
  }

  private LlmRequest with(Optional<Repair> newRepair, Budget newBudget) {
    return new LlmRequest(role, mode, prompt, inputs, output, newRepair, newBudget, context);
  }

  /** Returns the backend's own settings. */
  public Config settings() {
    return context.settings();
  }

  /** Returns the text of an input; empty text when the request has none of that name. */
  public String input(String name) {
    return inputs.stream()
        .filter(input -> input.name().equals(name))
        .map(Input::text)
        .findFirst()
        .orElse("");
  }
}
