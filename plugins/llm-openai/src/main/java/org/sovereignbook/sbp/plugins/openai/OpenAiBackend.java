package org.sovereignbook.sbp.plugins.openai;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pf4j.Extension;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.PromptAssembly;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Settings;

/**
 * A model behind an HTTP API that speaks OpenAI's chat completions (AGENT-STACK §10): OpenAI
 * itself, FLock, Ollama, llama.cpp, vLLM and many more. One POST for each call, never repeated by
 * itself; the model gets no tools. The key is read from the environment when it is needed, sent to
 * the configured address only, and in no message.
 */
@Extension
public final class OpenAiBackend implements LlmBackend {
  /** Larger replies are cut off and count as failures. */
  static final int MAX_REPLY_BYTES = 16 * 1024 * 1024;

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final Map<String, String> environment;

  public OpenAiBackend() {
    this(System.getenv());
  }

  /** Creates a backend that reads the key from another environment. */
  public OpenAiBackend(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Settings settings() {
    return OpenAiSettings.ALL;
  }

  @Override
  public String name() {
    return "openai";
  }

  @Override
  public String description() {
    return "a model behind an HTTP API that speaks OpenAI's chat completions";
  }

  /** Requests the list of models, which every such service has, at no cost. */
  @Override
  public Readiness readiness(LlmRequest.Context context) throws InterruptedException {
    try {
      OpenAiSettings settings = OpenAiSettings.from(context.settings(), environment);
      HttpRequest.Builder get =
          HttpRequest.newBuilder(settings.models()).timeout(CONNECT_LIMIT).GET();
      settings.key().ifPresent(key -> get.header("Authorization", "Bearer " + key));
      int status = ask(get.build(), CONNECT_LIMIT, settings).statusCode();
      String found = settings.endpoint().getHost() + " answers " + status;
      return status == UNAUTHORIZED || status == FORBIDDEN
          ? Readiness.not(
              found + ": the key is refused", "export " + settings.keyVariable() + "=KEY")
          : Readiness.ready(found);
    } catch (LlmException e) {
      return Readiness.not(String.valueOf(e.getMessage()), remedy(context, e));
    }
  }

  private static String remedy(LlmRequest.Context context, LlmException failure) {
    String text = String.valueOf(failure.getMessage());
    if (failure.kind() == LlmException.Kind.SETUP && text.contains("llm.openai.key_variable")) {
      return "export " + OpenAiSettings.keyVariable(context.settings()) + "=KEY";
    }
    return "sbp config set llm.openai."
        + (text.contains("llm.openai.model") ? "model MODEL" : "base_url URL");
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
    OpenAiSettings settings = OpenAiSettings.from(request.settings(), environment);
    HttpResponse<byte[]> response =
        ask(post(request, settings), request.budget().timeout(), settings);
    if (response.statusCode() != OK) {
      throw HttpFailure.of(
          response.statusCode(),
          response.headers(),
          response.body(),
          settings,
          request.context().clock().instant());
    }
    Completion completion = new Completion(json(response.body()));
    return new LlmAnswer(completion.text(), "", completion.usage());
  }

  private static HttpRequest post(LlmRequest request, OpenAiSettings settings) {
    PromptAssembly prompt = PromptAssembly.of(request);
    byte[] body =
        JsonWriter.compact(ChatRequest.of(request, settings, prompt))
            .getBytes(StandardCharsets.UTF_8);
    HttpRequest.Builder post =
        HttpRequest.newBuilder(settings.endpoint())
            .timeout(request.budget().timeout())
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    settings.key().ifPresent(key -> post.header("Authorization", "Bearer " + key));
    return post.build();
  }

  /** Sends a request, with a time limit on all of the reply, not only on its beginning. */
  private static HttpResponse<byte[]> ask(HttpRequest post, Duration limit, OpenAiSettings settings)
      throws LlmException, InterruptedException {
    try (HttpClient client = client()) {
      CompletableFuture<HttpResponse<byte[]>> reply =
          client.sendAsync(
              post, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_REPLY_BYTES));
      try {
        return reply.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw new LlmException(
            LlmException.Kind.PROVIDER,
            settings.endpoint().getHost()
                + " gave no whole answer within "
                + limit.toSeconds()
                + " seconds (llm.timeout_seconds)",
            e);
      } catch (ExecutionException e) {
        throw failure(Objects.requireNonNullElse(e.getCause(), e), settings);
      } finally {
        reply.cancel(true);
        client.shutdownNow();
      }
    }
  }

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(CONNECT_LIMIT)
        .build();
  }

  private static LlmException failure(Throwable cause, OpenAiSettings settings) {
    String what =
        switch (cause) {
          case ConnectException _ ->
              "cannot be reached; is llm.openai.base_url right, and does it run?";
          case IOException e when String.valueOf(e.getMessage()).contains("capacity") ->
              "sent more than " + MAX_REPLY_BYTES + " bytes";
          default -> "failed: " + PeerText.plain(String.valueOf(cause.getMessage()));
        };
    return new LlmException(
        LlmException.Kind.PROVIDER, settings.endpoint().getHost() + " " + what, cause);
  }

  private static JsonObject json(byte[] body) throws LlmException {
    try {
      if (JsonReader.file(body) instanceof JsonObject json) {
        return json;
      }
    } catch (MalformedJson e) {
      throw new LlmException(
          LlmException.Kind.PROVIDER, "the reply is not JSON: " + e.getMessage(), e);
    }
    throw LlmException.provider("the reply is JSON, but not an object");
  }
}
