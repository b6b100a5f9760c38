package org.sovereignbook.sbp.plugins.openai;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmException;

/**
 * Sizes of models' contexts, as Ollama's {@code /api/show} states them: it asks a model for no more
 * than it has, and cuts a longer prompt without a word. Thread-safe.
 */
final class ModelWindows {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int OK = 200;
  private static final int MOST = 10_000_000;
  private static final int LEAST = 512;

  private final Map<String, Integer> known = new ConcurrentHashMap<>();

  /** Returns settings whose context is not larger than the model's. */
  OpenAiSettings fitted(OpenAiSettings settings) throws InterruptedException {
    if (!settings.isOllama()) {
      return settings;
    }
    String model = settings.show() + " " + settings.model();
    Optional<Integer> window = Optional.ofNullable(known.get(model));
    if (window.isEmpty()) {
      window = asked(settings);
      window.ifPresent(tokens -> known.put(model, tokens));
    }
    return window.map(settings::within).orElse(settings);
  }

  /** Asks; a service that does not say it is asked again with the next call. */
  private static Optional<Integer> asked(OpenAiSettings settings) throws InterruptedException {
    JsonObject body = JsonObject.builder().put("model", settings.model()).build();
    HttpRequest post =
        settings
            .authorize(
                HttpRequest.newBuilder(settings.show())
                    .timeout(LIMIT)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.compact(body))))
            .build();
    try (HttpStream stream = new HttpStream(post, LIMIT, LIMIT, new Cancellation())) {
      return stream.status().code() == OK
              && JsonReader.file(stream.all()) instanceof JsonObject json
          ? window(json)
          : Optional.empty();
    } catch (LlmException | MalformedJson e) {
      // The call that follows reports a service that fails.
      return Optional.empty();
    }
  }

  private static Optional<Integer> window(JsonObject json) {
    JsonObject about = json.object("model_info").orElse(JsonObject.empty());
    return about.members().entrySet().stream()
        .filter(member -> member.getKey().endsWith(".context_length"))
        .flatMap(member -> about.integer(member.getKey()).stream().boxed())
        .filter(tokens -> tokens >= LEAST && tokens <= MOST)
        .map(Long::intValue)
        .findFirst();
  }
}
