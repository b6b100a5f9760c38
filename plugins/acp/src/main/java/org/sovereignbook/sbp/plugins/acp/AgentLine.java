package org.sovereignbook.sbp.plugins.acp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.net.mcp.RpcLines;
import org.sovereignbook.sbp.net.mcp.RpcMessage;

/**
 * Messages to and from an agent during one answer, bounded in time and size. Requests are for one
 * thread; another one reads what comes, and calls the listener.
 */
final class AgentLine implements AutoCloseable {
  private static final int MAX_LINE_BYTES = 4 * 1_024 * 1_024;
  private static final long MAX_BYTES = 64L * 1_024 * 1_024;
  private static final int MAX_TEXT_CHARACTERS = 1_024 * 1_024;

  /** Most requests of an agent, and most lines that are no messages. */
  private static final int MAX_REQUESTS = 200;

  /** Time for the end of a turn that was cancelled. */
  private static final Duration GRACE = Duration.ofSeconds(3);

  private static final Set<String> KINDS =
      Set.of("read", "edit", "delete", "move", "search", "execute", "think", "fetch");

  /** Names of calls of a server called sbp, as agents form them; its own rules decide on them. */
  private static final String OWN_CALL = "(mcp__sbp__|sbp_)[a-z_]+|[a-z_]+ \\(sbp MCP Server\\)";

  private final AgentProcess process;
  private final ChatListener listener;
  private final Duration limit;
  private final long deadline;
  private final Map<Long, CompletableFuture<RpcMessage.Response>> asked = new ConcurrentHashMap<>();
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
  private final Cancellation.OnCancel onCancel;

  @SuppressWarnings("JdkObsolete") // Two threads use it.
  private final StringBuffer text = new StringBuffer();

  private final Thread reader;
  private volatile String session = "";
  private long ids;
  private int requests;

  AgentLine(AgentProcess process, ChatListener listener, Cancellation cancel, Duration limit) {
    this.process = process;
    this.listener = listener;
    this.limit = limit;
    this.deadline = System.nanoTime() + limit.toNanos();
    this.onCancel = cancel.onCancel(() -> cancelled.complete(null));
    this.reader = Thread.ofVirtual().name("acp-agent-out").start(this::read);
  }

  /** Hears what the agent says in a session from now on. */
  void hear(String id) {
    session = id;
  }

  /** Returns what it has said since it is heard. */
  String text() {
    return process.withoutSecrets(text.toString()).strip();
  }

  /** Sends a request, and waits for its result; an error is empty. */
  Optional<JsonObject> tried(String method, JsonObject params)
      throws LlmException, InterruptedException {
    RpcMessage.Response answer = await(method, begin(method, params));
    return answer.error().isPresent()
        ? Optional.empty()
        : Optional.of(answer.result().orElse(JsonObject.empty()));
  }

  /** Sends a request, and waits for its result. */
  JsonObject result(String method, JsonObject params) throws LlmException, InterruptedException {
    RpcMessage.Response answer = await(method, begin(method, params));
    if (answer.error().isPresent()) {
      throw failure(method, answer.error().get());
    }
    return answer.result().orElse(JsonObject.empty());
  }

  /** Works as {@link #result}, but tells the agent when the caller cancels. */
  JsonObject cancellable(String method, JsonObject params)
      throws LlmException, InterruptedException {
    CompletableFuture<RpcMessage.Response> answer = begin(method, params);
    try {
      RpcMessage.Response came = await(method, answer);
      if (came.error().isPresent()) {
        throw failure(method, came.error().get());
      }
      return came.result().orElse(JsonObject.empty());
    } catch (LlmException e) {
      if (e.kind() == LlmException.Kind.CANCELLED) {
        process.send(
            RpcMessage.notification(
                "session/cancel", JsonObject.empty().with("sessionId", session)));
        awaitEnd(answer);
      }
      throw e;
    }
  }

  private void awaitEnd(CompletableFuture<RpcMessage.Response> answer) throws InterruptedException {
    try {
      Object _ =
          CompletableFuture.anyOf(answer, ended).get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // It does not say that it has ended, and is ended.
    }
  }

  private CompletableFuture<RpcMessage.Response> begin(String method, JsonObject params) {
    CompletableFuture<RpcMessage.Response> answer = new CompletableFuture<>();
    asked.put(++ids, answer);
    process.send(RpcMessage.request(ids, method, params));
    return answer;
  }

  private RpcMessage.Response await(String method, CompletableFuture<RpcMessage.Response> answer)
      throws LlmException, InterruptedException {
    try {
      Object _ =
          CompletableFuture.anyOf(answer, ended, cancelled)
              .get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw LlmException.provider(
          "the agent did not answer %s within %d seconds (llm.timeout_seconds) and was ended"
              .formatted(method, limit.toSeconds()));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    if (cancelled.isDone()) {
      throw LlmException.cancelled();
    }
    if (answer.isDone()) {
      return answer.join();
    }
    throw LlmException.provider("the agent " + ended.join() + process.complaint());
  }

  private LlmException failure(String method, JsonObject error) {
    String said = process.withoutSecrets(error.string("message").orElse("an error"));
    return error.integer("code").orElse(0) == AcpError.AUTH_REQUIRED
        ? LlmException.setup("the agent wants a login, which it takes by itself: " + said)
        : LlmException.provider("the agent has failed in " + method + ": " + said);
  }

  private void read() {
    String why = "has ended";
    try {
      RpcLines lines = new RpcLines(new Bounded(process.output()), MAX_LINE_BYTES);
      for (Optional<RpcMessage> next = lines.next(); next.isPresent(); next = lines.next()) {
        take(next.get());
      }
    } catch (IOException | RuntimeException e) {
      why = "was ended: " + e.getMessage();
    } catch (InterruptedException e) {
      // The answer is not wanted any more.
    }
    boolean _ = ended.complete(why);
  }

  private void take(RpcMessage message) throws IOException, InterruptedException {
    switch (message) {
      case RpcMessage.Response response -> {
        if (response.id() instanceof JsonInteger(long id) && asked.containsKey(id)) {
          asked.remove(id).complete(response);
        }
      }
      case RpcMessage.Notification(String method, JsonObject params) -> {
        if (method.equals("session/update") && isHeard(params)) {
          update(params.object("update").orElse(JsonObject.empty()));
        }
      }
      case RpcMessage.Request request -> {
        count();
        process.send(answer(request));
      }
      case RpcMessage.Invalid _ -> count();
    }
  }

  private void count() throws IOException {
    if (++requests > MAX_REQUESTS) {
      throw new IOException("it asks too much in one answer");
    }
  }

  private boolean isHeard(JsonObject params) {
    return !session.isEmpty() && params.string("sessionId").equals(Optional.of(session));
  }

  private void update(JsonObject update) throws IOException {
    Optional<String> said = update.object("content").flatMap(content -> content.string("text"));
    boolean isText =
        update.string("sessionUpdate").equals(Optional.of("agent_message_chunk"))
            && said.isPresent();
    if (!isText) {
      return;
    }
    if (text.length() + said.get().length() > MAX_TEXT_CHARACTERS) {
      throw new IOException("its answer is too long");
    }
    text.append(said.get());
    listener.text(process.withoutSecrets(said.get()));
  }

  private JsonObject answer(RpcMessage.Request request) throws InterruptedException {
    boolean isQuestion =
        request.method().equals("session/request_permission") && isHeard(request.params());
    return isQuestion
        ? RpcMessage.result(
            request.id(), JsonObject.empty().with("outcome", outcome(request.params())))
        : AcpError.unknownMethod(request.method()).answer(request.id());
  }

  /** Permits one call at most: an option that permits more is never chosen. */
  private JsonObject outcome(JsonObject params) throws InterruptedException {
    JsonObject call = params.object("toolCall").orElse(JsonObject.empty());
    String wanted = isPermitted(call) ? "allow_once" : "reject_once";
    return params.array("options").map(JsonArray::objects).orElse(List.of()).stream()
        .filter(option -> option.string("kind").equals(Optional.of(wanted)))
        .findFirst()
        .flatMap(option -> option.string("optionId"))
        .map(id -> JsonObject.builder().put("outcome", "selected").put("optionId", id).build())
        .orElseGet(() -> JsonObject.empty().with("outcome", "cancelled"));
  }

  private boolean isPermitted(JsonObject call) throws InterruptedException {
    String kind = call.string("kind").filter(KINDS::contains).orElse("other");
    String title = call.string("title").orElse("");
    boolean isOfServer =
        kind.equals("other") && call.string("name").orElse(title).matches(OWN_CALL);
    return isOfServer
        || listener.permits(
            kind,
            List.of(title, JsonWriter.compact(call.object("rawInput").orElse(JsonObject.empty()))));
  }

  /** Ends the wait for the agent. */
  @Override
  public void close() {
    onCancel.close();
    reader.interrupt();
  }

  /** Stream that fails once too much has come. */
  private static final class Bounded extends FilterInputStream {
    private long left = MAX_BYTES;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = super.read(into, from, length);
      left -= Math.max(0, read);
      if (left < 0) {
        throw new IOException("it says too much");
      }
      return read;
    }
  }
}
