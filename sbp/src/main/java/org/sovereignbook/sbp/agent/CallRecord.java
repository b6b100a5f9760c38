package org.sovereignbook.sbp.agent;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.json.JsonDecimal;
import org.sovereignbook.sbp.json.JsonInteger;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.json.Words;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmUsage;
import org.sovereignbook.sbp.protocol.Timestamp;

/** One line of {@code operational/llm-ledger.jsonl}. */
sealed interface CallRecord {

  /** What came of a call. */
  enum End {
    /** An answer that was used. */
    ANSWERED,
    /** An answer that could not be used. */
    UNUSABLE,
    /** The provider failed; several in a row and the backend rests. */
    FAILED,
    /** Something that the operator has to put right. */
    SETUP,
    /** The run was being ended. */
    INTERRUPTED;

    static End parse(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }

    static End of(LlmException.Kind kind) {
      return switch (kind) {
        case PROVIDER -> FAILED;
        case ANSWER -> UNUSABLE;
        case SETUP -> SETUP;
      };
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  JsonObject toJson();

  /** The line, with its end. */
  default String text() {
    return JsonWriter.compact(toJson()) + "\n";
  }

  /** Written before a call: what it may use up at worst. */
  record Reserved(
      String id,
      Timestamp at,
      String component,
      String backend,
      long tokens,
      Optional<BigDecimal> costUsd)
      implements CallRecord {

    @Override
    public JsonObject toJson() {
      JsonObject json =
          head("reserved", at, component, backend).put("id", id).put("tokens", tokens).build();
      return costUsd.map(cost -> json.with("cost_usd", new JsonDecimal(cost))).orElse(json);
    }
  }

  /**
   * Written after it: what it did use up, as far as is known.
   *
   * @param retryAfter how long the provider wants to be left alone
   */
  record Settled(
      String id,
      Timestamp at,
      String component,
      String backend,
      End end,
      LlmUsage usage,
      Duration duration,
      Optional<Duration> retryAfter)
      implements CallRecord {

    @Override
    public JsonObject toJson() {
      JsonObject.Builder json =
          head("settled", at, component, backend)
              .put("id", id)
              .put("outcome", end.toString())
              .putIfPresent("model", usage.model());
      usage.inputTokens().ifPresent(tokens -> json.put("input_tokens", tokens));
      usage.outputTokens().ifPresent(tokens -> json.put("output_tokens", tokens));
      usage.costUsd().ifPresent(cost -> json.put("cost_usd", new JsonDecimal(cost)));
      json.put("duration_ms", duration.toMillis());
      retryAfter.ifPresent(delay -> json.put("retry_after_seconds", delay.toSeconds()));
      return json.build();
    }
  }

  /** A run that asked nobody, written once for each reason and its end. */
  record Held(Timestamp at, String component, String backend, String reason, Timestamp until)
      implements CallRecord {

    @Override
    public JsonObject toJson() {
      return head("held", at, component, backend)
          .put("reason", reason)
          .put("until", until.toString())
          .build();
    }

    /** Whether this is about the same thing, whichever component ran into it. */
    boolean isFor(Held other) {
      return backend.equals(other.backend)
          && reason.equals(other.reason)
          && until.equals(other.until);
    }
  }

  /** What cannot be read, such as a line that a crash tore. */
  record Damaged() implements CallRecord {
    @Override
    public JsonObject toJson() {
      throw new IllegalStateException("nobody writes a damaged line");
    }
  }

  /** Reads a line. */
  static CallRecord parse(String text) {
    try {
      if (JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json) {
        return read(json);
      }
    } catch (MalformedJson | IllegalArgumentException e) {
      // As good as unreadable: the caller counts it, and counts it for much.
      return new Damaged();
    }
    return new Damaged();
  }

  private static CallRecord read(JsonObject json) {
    Timestamp at = Timestamp.parse(text(json, "time"));
    String component = text(json, "component");
    String backend = text(json, "backend");
    return switch (text(json, "event")) {
      case "reserved" ->
          new Reserved(
              text(json, "id"),
              at,
              component,
              backend,
              tokens(json, "tokens").orElseThrow(IllegalArgumentException::new),
              cost(json));
      case "settled" ->
          new Settled(
              text(json, "id"),
              at,
              component,
              backend,
              End.parse(text(json, "outcome")),
              new LlmUsage(
                  json.string("model"),
                  tokens(json, "input_tokens"),
                  tokens(json, "output_tokens"),
                  cost(json)),
              Duration.ofMillis(json.integer("duration_ms").orElse(0)),
              delay(json));
      case "held" ->
          new Held(
              at, component, backend, text(json, "reason"), Timestamp.parse(text(json, "until")));
      default -> new Damaged();
    };
  }

  private static JsonObject.Builder head(
      String event, Timestamp at, String component, String backend) {
    return JsonObject.builder()
        .put("event", event)
        .put("time", at.toString())
        .put("component", component)
        .put("backend", backend);
  }

  private static String text(JsonObject json, String name) {
    return json.string(name).orElseThrow(IllegalArgumentException::new);
  }

  /** A negative number would give back what others have used up. */
  private static OptionalLong tokens(JsonObject json, String name) {
    OptionalLong tokens = json.integer(name);
    if (json.has(name) && (tokens.isEmpty() || tokens.getAsLong() < 0)) {
      throw new IllegalArgumentException(name);
    }
    return tokens;
  }

  private static Optional<BigDecimal> cost(JsonObject json) {
    Optional<BigDecimal> cost =
        json.get("cost_usd")
            .map(
                value ->
                    switch (value) {
                      case JsonDecimal decimal -> decimal.value();
                      case JsonInteger(long whole) -> BigDecimal.valueOf(whole);
                      default -> throw new IllegalArgumentException("cost_usd");
                    });
    if (cost.isPresent() && !LlmUsage.isSane(cost.get())) {
      throw new IllegalArgumentException("cost_usd");
    }
    return cost;
  }

  private static Optional<Duration> delay(JsonObject json) {
    OptionalLong seconds = tokens(json, "retry_after_seconds");
    return seconds.isPresent()
        ? Optional.of(Duration.ofSeconds(seconds.getAsLong()))
        : Optional.empty();
  }
}
