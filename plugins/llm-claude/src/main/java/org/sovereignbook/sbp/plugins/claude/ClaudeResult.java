package org.sovereignbook.sbp.plugins.claude;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSearch;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The one JSON object that Claude Code prints. {@code subtype} says "success" even of an outage:
 * {@code is_error} decides.
 */
record ClaudeResult(CodingCli.ProcessResult outcome, JsonObject json) {

  /** Reads it; a program that printed none was called wrongly or died. */
  static ClaudeResult of(CodingCli.ProcessResult outcome) throws LlmException {
    Optional<JsonObject> result = resultIn(outcome.stdout());
    if (result.isPresent()) {
      return new ClaudeResult(outcome, result.get());
    }
    String said =
        "claude ended with " + outcome.exitCode() + " and no result: " + outcome.complaint();
    if (outcome.stderr().contains("unknown option")
        || outcome.stderr().contains("cannot be used")) {
      throw LlmException.setup(said + "; this version of Claude Code is not known to sbp");
    }
    throw LlmException.provider(said);
  }

  /** Finds the result behind log lines, or as the last event of the array of a verbose run. */
  private static Optional<JsonObject> resultIn(String stdout) {
    try {
      for (JsonValue value : JsonSearch.lastFirst(stdout)) {
        Stream<JsonObject> objects =
            value instanceof JsonArray events
                ? events.objects().reversed().stream()
                : Stream.of(value).filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
        Optional<JsonObject> result =
            objects.filter(json -> json.string("type").equals(Optional.of("result"))).findFirst();
        if (result.isPresent()) {
          return result;
        }
      }
    } catch (MalformedJson e) {
      // The caller reports what the program printed instead.
    }
    return Optional.empty();
  }

  /**
   * Accepts only a run that went well to its end.
   *
   * @throws LlmException when it did not
   */
  void check() throws LlmException {
    boolean failed =
        outcome.exitCode() != 0
            || json.bool("is_error").orElse(true)
            || !json.string("subtype").equals(Optional.of("success"));
    if (failed) {
      throw failure().withUsage(usage());
    }
  }

  private LlmException failure() {
    long status = json.integer("api_error_status").orElse(0);
    String reason = json.string("terminal_reason").orElse("");
    String subtype = json.string("subtype").orElse("");
    String said = PeerText.quote(text().isEmpty() ? subtype + " " + reason : text());
    if (subtype.equals("error_max_turns")) {
      return LlmException.answer("the model did not finish within the number of turns it has");
    }
    if (subtype.equals("error_max_structured_output_retries")) {
      return LlmException.answer("the model did not answer in the shape that the schema asks for");
    }
    if (subtype.equals("error_max_budget_usd") || reason.equals("budget_exhausted")) {
      return LlmException.setup("the call used up what llm.daily_cost_limit leaves: " + said);
    }
    if (reason.equals("prompt_too_long") || isAbout("prompt is too long") || status == 413) {
      return LlmException.prompt(
          "the prompt is too long for the model; lower reader.max_digest_bytes or set"
              + " llm.claude.model to one with a larger window: "
              + said);
    }
    if (json.string("stop_reason").filter(List.of("max_tokens", "refusal")::contains).isPresent()) {
      return LlmException.answer("the model did not end its answer: " + said);
    }
    if (isAbout("not logged in")) {
      return LlmException.setup(
          "Claude Code has no key: log in with it (claude, then /login) and set llm.claude.login to"
              + " ~/.claude/.credentials.json as a full path, or set ANTHROPIC_API_KEY or"
              + " CLAUDE_CODE_OAUTH_TOKEN in the environment of sbp: "
              + said);
    }
    if (status == 401 || status == 403) {
      return LlmException.setup(
          "the provider refuses the key (" + status + "); check ANTHROPIC_API_KEY: " + said);
    }
    if (status == 404) {
      return LlmException.setup(
          "the provider does not know the model or the address; check llm.claude.model and"
              + " ANTHROPIC_BASE_URL: "
              + said);
    }
    if (status == 400 || status == 402 || isAbout("credit balance")) {
      return LlmException.refused("the provider refuses the request (" + status + "): " + said);
    }
    return LlmException.provider(
        "the provider failed" + (status == 0 ? "" : " (" + status + ")") + ": " + said);
  }

  private boolean isAbout(String words) {
    return text().toLowerCase(Locale.ROOT).contains(words);
  }

  /** Returns the model's answer, in the schema's shape when one was given and met. */
  String text() {
    return json.get("structured_output")
        .filter(JsonObject.class::isInstance)
        .map(JsonWriter::compact)
        .or(() -> json.string("result"))
        .orElse("");
  }

  /**
   * Returns the usage of all models of the run together, since Claude Code may use a smaller one,
   * too.
   */
  LlmUsage usage() {
    Map<String, JsonObject> models = new TreeMap<>();
    json.object("modelUsage")
        .ifPresent(
            used ->
                used.members()
                    .forEach(
                        (name, value) -> {
                          if (value instanceof JsonObject one) {
                            models.put(name, one);
                          }
                        }));
    Optional<BigDecimal> cost =
        json.number("total_cost_usd").stream()
            .mapToObj(BigDecimal::valueOf)
            .filter(LlmUsage::isSane)
            .findFirst();
    if (models.isEmpty()) {
      return new LlmUsage(Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), cost);
    }
    return new LlmUsage(
        Optional.of(String.join(", ", models.keySet())),
        OptionalLong.of(
            sum(models, "inputTokens")
                + sum(models, "cacheReadInputTokens")
                + sum(models, "cacheCreationInputTokens")),
        OptionalLong.of(sum(models, "outputTokens")),
        cost);
  }

  private static long sum(Map<String, JsonObject> models, String member) {
    return models.values().stream()
        .mapToLong(model -> LlmUsage.counted(model.integer(member).orElse(0)))
        .sum();
  }

  /**
   * Returns the tool calls that the fence refused, for the operator's log; empty if there were
   * none.
   */
  String denials() {
    Map<String, Long> counts =
        json.array("permission_denials").map(JsonArray::objects).orElse(List.of()).stream()
            .map(denied -> denied.string("tool_name").orElse("?"))
            .collect(Collectors.groupingBy(tool -> tool, TreeMap::new, Collectors.counting()));
    return counts.isEmpty()
        ? ""
        : "refused to the model: "
            + counts.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
  }
}
