package org.sovereignbook.sbp.plugins.opencode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The events that OpenCode prints, one JSON object a line. It ends with 0 also when it was cut
 * short, so the last step's reason decides.
 */
record OpenCodeEvents(CodingCli.ProcessResult outcome, List<JsonObject> events) {

  /** Reads them; lines that are no events are passed over. */
  static OpenCodeEvents of(CodingCli.ProcessResult outcome) {
    List<JsonObject> events = new ArrayList<>();
    for (String line : outcome.stdout().lines().toList()) {
      try {
        if (JsonReader.file(line.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject event) {
          events.add(event);
        }
      } catch (MalformedJson e) {
        // Not an event; a run without its last events is refused below.
      }
    }
    return new OpenCodeEvents(outcome, List.copyOf(events));
  }

  /**
   * Accepts only a run that went well to its end.
   *
   * @throws LlmException when it did not
   */
  void check() throws LlmException {
    Optional<JsonObject> error = all("error").stream().findFirst().flatMap(e -> e.object("error"));
    if (error.isPresent()) {
      throw failure(error.get()).withUsage(usage());
    }
    if (outcome.exitCode() != 0) {
      throw LlmException.provider(
          "opencode ended with " + outcome.exitCode() + ": " + outcome.complaint());
    }
    if (outcome.stderr().contains("auto-rejecting")) {
      throw LlmException.setup(
          "OpenCode asked for a permission and ended; sbp denies all it does not allow, so some"
              + " other configuration must ask: "
              + outcome.complaint());
    }
    String reason =
        all("step_finish").isEmpty() ? "" : part(all("step_finish").getLast(), "reason");
    if (!reason.equals("stop")) {
      String why = reason.isEmpty() ? outcome.complaint() : PeerText.quote(reason);
      throw LlmException.answer("the model did not end its answer: " + why).withUsage(usage());
    }
  }

  private static LlmException failure(JsonObject error) {
    JsonObject data = error.object("data").orElse(JsonObject.empty());
    String name = error.string("name").orElse("error");
    String said = PeerText.quote(name + ": " + data.string("message").orElse(""));
    long status = data.integer("statusCode").orElse(0);
    if (name.equals("ContextOverflowError") || status == 413) {
      return LlmException.setup(
          "the prompt is too long for the model; lower llm.session_log_lines or set"
              + " llm.opencode.model to one with a larger window: "
              + said);
    }
    if (name.equals("ContentFilterError") || name.equals("MessageOutputLengthError")) {
      return LlmException.answer("the model did not end its answer: " + said);
    }
    return switch (Math.clamp(status, 0, Integer.MAX_VALUE)) {
      case 400, 401, 402, 403, 404 ->
          LlmException.setup(
              "the provider refuses the key or the request ("
                  + status
                  + "); check llm.opencode.model, base_url and key_variable: "
                  + said);
      case 0 -> LlmException.provider("opencode failed: " + said);
      default -> LlmException.provider("the provider failed (" + status + "): " + said);
    };
  }

  /** Returns the model's text in its last step; earlier ones are about its tools. */
  String text() {
    int from = 0;
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i).string("type").equals(Optional.of("step_start"))) {
        from = i;
      }
    }
    return events.subList(from, events.size()).stream()
        .filter(event -> event.string("type").equals(Optional.of("text")))
        .map(event -> part(event, "text"))
        .collect(Collectors.joining());
  }

  /** Returns the usage of all steps together. */
  LlmUsage usage() {
    long input = 0;
    long output = 0;
    for (JsonObject step : all("step_finish")) {
      JsonObject tokens =
          step.object("part").flatMap(part -> part.object("tokens")).orElse(JsonObject.empty());
      JsonObject cache = tokens.object("cache").orElse(JsonObject.empty());
      input += count(tokens, "input") + count(cache, "read") + count(cache, "write");
      output += count(tokens, "output") + count(tokens, "reasoning");
    }
    return input + output == 0 ? LlmUsage.unknown() : LlmUsage.tokens(input, output);
  }

  /** Returns the tools whose calls failed, for the operator's log; a refusal is one of these. */
  String refusals() {
    Map<String, Long> failed =
        all("tool_use").stream()
            .filter(
                event ->
                    event
                        .object("part")
                        .flatMap(part -> part.object("state"))
                        .flatMap(state -> state.string("status"))
                        .equals(Optional.of("error")))
            .collect(
                Collectors.groupingBy(
                    event -> part(event, "tool"), TreeMap::new, Collectors.counting()));
    return failed.isEmpty()
        ? ""
        : "refused to the model, or failed: "
            + failed.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
  }

  private List<JsonObject> all(String type) {
    return events.stream().filter(event -> event.string("type").equals(Optional.of(type))).toList();
  }

  private static String part(JsonObject event, String member) {
    return event.object("part").flatMap(part -> part.string(member)).orElse("");
  }

  private static long count(JsonObject object, String member) {
    return LlmUsage.counted(object.integer(member).orElse(0));
  }
}
