package org.sovereignbook.sbp.plugins.openai;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.pf4j.Extension;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Settings;

/**
 * A model behind an HTTP API that speaks OpenAI's chat completions (AGENT-STACK §10): OpenAI
 * itself, FLock, llama.cpp, vLLM and many more; Ollama is asked by its own interface. It does jobs
 * and holds conversations. One POST for each call, repeated only where {@link Retries} says. The
 * key is read from the environment when it is needed, sent to the configured address only, and in
 * no message.
 */
@Extension
public final class OpenAiBackend implements LlmBackend, ChatBackend {
  private static final Duration LOOK_LIMIT = Duration.ofSeconds(30);

  /** How long a service may take for what follows the end of a reply, such as its usage. */
  private static final Duration AFTER_END = Duration.ofSeconds(2);

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final Map<String, String> environment;
  private final Retries.Pause pause;
  private final ModelWindows windows = new ModelWindows();

  public OpenAiBackend() {
    this(System.getenv());
  }

  /** Creates a backend that reads the key from another environment. */
  public OpenAiBackend(Map<String, String> environment) {
    this(environment, Retries::sleep);
  }

  OpenAiBackend(Map<String, String> environment, Retries.Pause pause) {
    this.environment = Map.copyOf(environment);
    this.pause = pause;
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
  public String service(Config settings) {
    return OpenAiSettings.service(settings);
  }

  @Override
  public Readiness sufficient(Config settings, Map<String, String> variables) {
    try {
      return Readiness.ready(OpenAiSettings.from(settings, variables).toString());
    } catch (LlmException e) {
      return Readiness.not(String.valueOf(e.getMessage()), remedy(settings, e));
    }
  }

  @Override
  public String description() {
    return "a model behind an HTTP API that speaks OpenAI's chat completions";
  }

  @Override
  public boolean metered() {
    return true;
  }

  @Override
  public boolean reportsCost(Config settings) {
    return false;
  }

  @Override
  public long overheadTokens() {
    return 0;
  }

  @Override
  public boolean runsTools() {
    return false;
  }

  @Override
  public OptionalInt contextTokens(Config settings) {
    try {
      return windows.fitted(OpenAiSettings.from(settings, environment)).contextTokens();
    } catch (LlmException e) {
      // The call that follows reports what is missing.
      return OpenAiSettings.contextTokens(settings);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OpenAiSettings.contextTokens(settings);
    }
  }

  /** Requests the list of models, which every such service has, at no cost. */
  @Override
  public Readiness readiness(LlmRequest.Context context) throws InterruptedException {
    try {
      OpenAiSettings settings = OpenAiSettings.from(context.settings(), environment);
      HttpRequest get =
          settings
              .authorize(HttpRequest.newBuilder(settings.models()).timeout(LOOK_LIMIT).GET())
              .build();
      int status = statusOf(get);
      String found = settings.endpoint().getHost() + " answers " + status;
      return status == UNAUTHORIZED || status == FORBIDDEN
          ? Readiness.not(
              found
                  + (settings.usesKey()
                      ? ": the key is refused"
                      : ": the request is refused" + HttpFailure.advice(settings)),
              settings.usesKey()
                  ? "export " + settings.keyVariable() + "=KEY"
                  : "sbp config set llm.openai."
                      + (settings.needsNoKey() ? "base_url URL" : "key_variable NAME"))
          : Readiness.ready(found);
    } catch (LlmException e) {
      return Readiness.not(String.valueOf(e.getMessage()), remedy(context.settings(), e));
    }
  }

  private static int statusOf(HttpRequest request) throws LlmException, InterruptedException {
    try (HttpStream stream = new HttpStream(request, LOOK_LIMIT, LOOK_LIMIT, new Cancellation())) {
      return stream.status().code();
    }
  }

  private static String remedy(Config settings, LlmException failure) {
    String text = String.valueOf(failure.getMessage());
    if (failure.kind() == LlmException.Kind.SETUP && text.contains("llm.openai.key_variable")) {
      return "export " + OpenAiSettings.keyVariable(settings) + "=KEY";
    }
    return "sbp config set llm.openai."
        + (text.contains("llm.openai.model") ? "model MODEL" : "base_url URL");
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
    OpenAiSettings settings = windows.fitted(OpenAiSettings.from(request.settings(), environment));
    List<String> warnings = new ArrayList<>();
    ChatListener noted = new Noted(warnings);
    JsonObject body = new CompletionRequest(settings).ofJob(request);
    try (HttpStream stream =
        answered(body, settings, request.budget(), request.context(), new Cancellation())) {
      ReplyBuilder builder =
          new ReplyBuilder(new CallIds(request.context().random(), List.of()), noted);
      ChatReply reply = whole(stream.all(), builder, noted, settings);
      if (reply.stop() == ChatReply.Stop.LENGTH) {
        throw LlmException.answer(ReplyBuilder.CUT_OFF).withUsage(reply.usage());
      }
      return new LlmAnswer(reply.text(), String.join("; ", warnings), reply.usage());
    }
  }

  private static ChatReply whole(
      byte[] body, ReplyBuilder builder, ChatListener listener, OpenAiSettings settings)
      throws LlmException {
    if (!settings.isOllama()) {
      return CompletionReply.whole(body, builder);
    }
    StreamedReply reply = ollama(builder, listener, settings);
    reply.feed(body);
    return reply.end();
  }

  @Override
  public ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel)
      throws LlmException, InterruptedException {
    LlmRequest.Context context = request.context();
    OpenAiSettings settings = windows.fitted(OpenAiSettings.from(context.settings(), environment));
    JsonObject body = new CompletionRequest(settings).ofConversation(request);
    ReplyBuilder builder =
        new ReplyBuilder(new CallIds(context.random(), request.messages()), listener);
    StreamedReply reply =
        settings.isOllama() ? ollama(builder, listener, settings) : new CompletionReply(builder);
    try (HttpStream stream = answered(body, settings, request.budget(), context, cancel)) {
      read(stream, reply);
    } catch (LlmException e) {
      throw e.usage().equals(LlmUsage.unknown()) ? e.withUsage(builder.usage()) : e;
    }
    return reply.end();
  }

  /** Reads until the reply is complete; some services leave the connection open behind it. */
  private static void read(HttpStream stream, StreamedReply reply)
      throws LlmException, InterruptedException {
    Optional<Long> ended = Optional.empty();
    while (reply.progress() != StreamedReply.Progress.OVER) {
      if (reply.progress() == StreamedReply.Progress.ENDED && ended.isEmpty()) {
        ended = Optional.of(System.nanoTime());
      }
      Optional<Duration> moment =
          ended.map(since -> AFTER_END.minusNanos(System.nanoTime() - since));
      if (moment.filter(left -> !left.isPositive()).isPresent()) {
        return;
      }
      Optional<byte[]> more = moment.isPresent() ? stream.next(moment.get()) : stream.next();
      if (more.isEmpty()) {
        return;
      }
      reply.feed(more.get());
    }
  }

  private static StreamedReply ollama(
      ReplyBuilder builder, ChatListener listener, OpenAiSettings settings) {
    return new OllamaReply(builder, listener, settings.contextTokens().orElseThrow());
  }

  /** Listener of a job, of whose reply only the warnings are of interest. */
  private record Noted(List<String> warnings) implements ChatListener {
    @Override
    public void text(String delta) {}

    @Override
    public void warning(String sentence) {
      warnings.add(sentence);
    }
  }

  /** Posts until the service answers, and returns its answer, of which nothing was read yet. */
  private HttpStream answered(
      JsonObject body,
      OpenAiSettings settings,
      LlmRequest.Budget budget,
      LlmRequest.Context context,
      Cancellation cancel)
      throws LlmException, InterruptedException {
    Retries retries = new Retries(settings.retries(), context.random(), pause);
    long start = System.nanoTime();
    Duration left = budget.timeout();
    for (int made = 0; ; made++) {
      HttpStream stream = post(body, settings, left, cancel);
      boolean isAnswered = false;
      try {
        failUnlessOk(stream, settings, context);
        isAnswered = true;
        return stream;
      } catch (LlmException e) {
        left = budget.timeout().minusNanos(System.nanoTime() - start);
        Optional<Duration> delay = retries.delay(e, made, left);
        if (delay.isEmpty()) {
          throw e;
        }
        retries.pause().last(delay.get(), cancel);
        left = left.minus(delay.get());
      } finally {
        if (!isAnswered) {
          stream.close();
        }
      }
    }
  }

  private static HttpStream post(
      JsonObject body, OpenAiSettings settings, Duration timeout, Cancellation cancel) {
    HttpRequest post =
        settings
            .authorize(
                HttpRequest.newBuilder(settings.endpoint())
                    .timeout(timeout)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.compact(body))))
            .build();
    return new HttpStream(post, timeout, settings.silence(), cancel);
  }

  private static void failUnlessOk(
      HttpStream stream, OpenAiSettings settings, LlmRequest.Context context)
      throws LlmException, InterruptedException {
    HttpStream.Status status = stream.status();
    if (status.code() != OK) {
      throw HttpFailure.of(
          status.code(), status.headers(), stream.all(), settings, context.clock().instant());
    }
  }
}
