package org.sovereignbook.sbp.plugins.openai;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.PeerText;

/** Meaning of an HTTP status other than 200 for the operator. */
final class HttpFailure {
  private static final int NOT_FOUND = 404;
  private static final Duration LONGEST_DELAY = Duration.ofDays(1);

  private HttpFailure() {}

  static LlmException of(
      int status, HttpHeaders headers, byte[] body, OpenAiSettings settings, Instant now) {
    String said = settings.endpoint().getHost() + " answered " + status + message(body, settings);
    if (isPage(headers) && status != NOT_FOUND) {
      // The service answers with JSON: something in front of it may be gone the next time.
      return LlmException.provider(
          settings.endpoint().getHost()
              + " answered "
              + status
              + " with a web page; a proxy or a portal may be in front of it"
              + " (llm.openai.base_url)");
    }
    return switch (status) {
      case 401, 403 -> LlmException.setup(said + advice(settings));
      case 404 -> LlmException.setup(said + "; are llm.openai.base_url and model right?");
      case 301, 302, 303, 307, 308 ->
          LlmException.setup(
              said + "; redirects are not followed, since the key would go with them");
      case 408, 409, 425, 429 -> delayed(LlmException.provider(said), headers, now);
      case 413 -> LlmException.overflow(said);
      default ->
          status >= 500
              ? delayed(LlmException.provider(said), headers, now)
              : LlmException.refused(said);
    };
  }

  private static boolean isPage(HttpHeaders headers) {
    return headers
        .firstValue("content-type")
        .filter(type -> type.strip().toLowerCase(Locale.ROOT).startsWith("text/html"))
        .isPresent();
  }

  /** Returns what to check after a refusal: the key only where one is used. */
  static String advice(OpenAiSettings settings) {
    if (settings.usesKey()) {
      return "; is the key in " + settings.keyVariable() + " right?";
    }
    return settings.needsNoKey()
        ? "; is llm.openai.base_url right, and may this machine use the service?"
        : "; llm.openai.key_variable names no key";
  }

  private static LlmException delayed(LlmException failure, HttpHeaders headers, Instant now) {
    return headers
        .firstValue("retry-after")
        .flatMap(value -> delay(value.strip(), now))
        .map(failure::withRetryAfter)
        .orElse(failure);
  }

  /** Seconds, or a date; nothing for nonsense. */
  static Optional<Duration> delay(String value, Instant now) {
    try {
      Duration delay =
          value.matches("\\d{1,9}")
              ? Duration.ofSeconds(Long.parseLong(value))
              : Duration.between(
                  now, Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value)));
      return Optional.of(delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay)
          .filter(Duration::isPositive);
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Returns the service's own message, if it has any, without the key that some repeat. */
  private static String message(byte[] body, OpenAiSettings settings) {
    String text = new String(body, StandardCharsets.UTF_8);
    String words = error(body).orElse(text).strip();
    String harmless = settings.key().map(key -> words.replace(key, "[the key]")).orElse(words);
    return harmless.isEmpty() ? "" : ": " + PeerText.quote(harmless);
  }

  /**
   * Returns the message of an error, with the size of the context that llama.cpp puts beside it.
   */
  private static Optional<String> words(JsonObject error) {
    OptionalLong window = error.integer("n_ctx");
    return error
        .string("message")
        .map(said -> window.isPresent() ? said + " (n_ctx " + window.getAsLong() + ")" : said);
  }

  private static Optional<String> error(byte[] body) {
    try {
      return JsonReader.file(body) instanceof JsonObject json
          ? json.object("error").flatMap(HttpFailure::words).or(() -> json.string("error"))
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
