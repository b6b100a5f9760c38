package org.sovereignbook.sbp.plugins.gemini;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSearch;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Result of a run of the Gemini CLI. An exit code of 0 proves nothing: an empty answer has it too.
 * On an error nothing is on standard output, and the exit code is the provider's HTTP status modulo
 * 256.
 */
record GeminiResult(String text, LlmUsage usage, String refusals) {
  private static final int NO_KEY = 41;
  private static final int TOO_MANY_TURNS = 53;
  private static final List<Integer> WRONG_SETTINGS = List.of(42, 44, 52, 55);
  private static final int EXIT_CODES = 256;

  /** Text by which Gemini CLI announces that it refused a policy file, of any tier. */
  private static final String BROKEN_POLICY = "Policy file error";

  /**
   * Reads it.
   *
   * @throws LlmException when the run failed or the model answered nothing
   */
  static GeminiResult of(CodingCli.ProcessResult outcome) throws LlmException {
    if (outcome.stderr().contains(BROKEN_POLICY)) {
      throw LlmException.setup(
          "Gemini CLI could not read the policy that fences it, so its answer is not used: "
              + outcome.complaint());
    }
    if (outcome.exitCode() != 0) {
      throw failure(outcome);
    }
    JsonObject json =
        jsonIn(outcome.stdout())
            .orElseThrow(
                () ->
                    LlmException.provider(
                        "gemini ended without an answer: " + outcome.complaint()));
    LlmUsage usage = usage(json);
    String text = json.string("response").orElse("");
    if (json.has("error") || text.isBlank()) {
      String why =
          json.object("error")
              .flatMap(error -> error.string("message"))
              .map(PeerText::quote)
              .orElse(
                  "no text, as when the prompt is too long for the model or the answer was"
                      + " blocked");
      throw LlmException.answer("the model answered nothing: " + why).withUsage(usage);
    }
    return new GeminiResult(text, usage, refused(json));
  }

  private static LlmException failure(CodingCli.ProcessResult outcome) {
    int exit = outcome.exitCode();
    Optional<JsonObject> error = jsonIn(outcome.stderr()).flatMap(json -> json.object("error"));
    String said =
        error
            .flatMap(json -> json.string("message"))
            .map(PeerText::quote)
            .orElseGet(outcome::complaint);
    if (exit == NO_KEY) {
      return LlmException.setup(
          "Gemini CLI has no key: set GEMINI_API_KEY in the environment of sbp: " + said);
    }
    if (exit == TOO_MANY_TURNS) {
      return LlmException.answer("the model did not finish within the number of turns it has");
    }
    if (WRONG_SETTINGS.contains(exit)) {
      return LlmException.setup("Gemini CLI refuses to start (exit code " + exit + "): " + said);
    }
    long status = error.map(json -> json.integer("code").orElse(0)).orElse(0L);
    if (status % EXIT_CODES != exit) {
      status = 0;
    }
    return switch (Math.clamp(status, 0, Integer.MAX_VALUE)) {
      case 400, 401, 403 ->
          LlmException.refused(
              "the provider refuses the key or the request ("
                  + status
                  + "); check GEMINI_API_KEY and llm.gemini.model: "
                  + said);
      case 404 ->
          LlmException.setup(
              "the provider does not know the model; check llm.gemini.model: " + said);
      case 0, 1 -> LlmException.provider("gemini failed (exit code " + exit + "): " + said);
      default -> LlmException.provider("the provider failed (" + status + "): " + said);
    };
  }

  /** Finds the last JSON object; there are log lines around it. */
  private static Optional<JsonObject> jsonIn(String output) {
    try {
      return JsonSearch.lastFirst(output).stream()
          .filter(JsonObject.class::isInstance)
          .map(JsonObject.class::cast)
          .findFirst();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private static LlmUsage usage(JsonObject json) {
    Map<String, JsonObject> models = new TreeMap<>();
    json.object("stats")
        .flatMap(stats -> stats.object("models"))
        .ifPresent(
            all ->
                all.members()
                    .forEach(
                        (name, value) -> {
                          if (value instanceof JsonObject model && requests(model) > 0) {
                            models.put(name, model.object("tokens").orElse(JsonObject.empty()));
                          }
                        }));
    if (models.isEmpty()) {
      return LlmUsage.unknown();
    }
    return new LlmUsage(
        Optional.of(String.join(", ", models.keySet())),
        OptionalLong.of(sum(models, "prompt")),
        OptionalLong.of(sum(models, "candidates") + sum(models, "thoughts")),
        Optional.empty());
  }

  private static long requests(JsonObject model) {
    return model.object("api").map(api -> api.integer("totalRequests").orElse(0)).orElse(0L);
  }

  private static long sum(Map<String, JsonObject> models, String member) {
    return models.values().stream()
        .mapToLong(tokens -> LlmUsage.counted(tokens.integer(member).orElse(0)))
        .sum();
  }

  /**
   * Returns the tools whose calls failed, for the operator's log; a refusal of the policy is one of
   * these.
   */
  private static String refused(JsonObject json) {
    Map<String, Long> failed = new TreeMap<>();
    json.object("stats")
        .flatMap(stats -> stats.object("tools"))
        .flatMap(tools -> tools.object("byName"))
        .ifPresent(
            byName ->
                byName
                    .members()
                    .forEach(
                        (name, value) -> {
                          if (value instanceof JsonObject tool
                              && tool.integer("fail").orElse(0) > 0) {
                            failed.put(name, tool.integer("fail").orElse(0));
                          }
                        }));
    return failed.isEmpty()
        ? ""
        : "refused to the model, or failed: "
            + failed.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
  }
}
