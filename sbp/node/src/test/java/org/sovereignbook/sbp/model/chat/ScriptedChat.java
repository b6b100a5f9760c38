package org.sovereignbook.sbp.model.chat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Settings;

/** Plays the replies of a script in order, streamed word by word, and remembers the requests. */
public final class ScriptedChat implements ChatBackend {
  private static final long TOKENS_IN = 100;
  private static final long TOKENS_OUT = 10;

  /** One reply of the script. */
  @FunctionalInterface
  public interface Step {
    ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel)
        throws LlmException, InterruptedException;
  }

  private final Deque<Step> script = new ArrayDeque<>();
  private final List<ChatRequest> requests = new ArrayList<>();
  private final AtomicLong calls = new AtomicLong();
  private OptionalInt context = OptionalInt.empty();

  /** Adds a reply with this text. */
  public ScriptedChat says(String text) {
    return then(
        (request, listener, cancel) -> {
          for (String word : text.splitWithDelimiters(" ", -1)) {
            if (cancel.isCancelled()) {
              throw LlmException.cancelled();
            }
            listener.text(word);
          }
          return new ChatReply(text, List.of(), usage(), ChatReply.Stop.END, name());
        });
  }

  /** Adds a reply that calls one tool. */
  public ScriptedChat calls(String tool, JsonObject arguments) {
    return then(
        (request, listener, cancel) -> {
          ChatCall call = new ChatCall("scripted-" + calls.incrementAndGet(), tool, arguments);
          listener.toolCall(call.id(), tool);
          return new ChatReply("", List.of(call), usage(), ChatReply.Stop.TOOLS, name());
        });
  }

  /** Adds a failure. */
  public ScriptedChat fails(LlmException failure) {
    return then(
        (request, listener, cancel) -> {
          throw failure;
        });
  }

  /** Adds any behaviour. */
  public ScriptedChat then(Step step) {
    script.add(step);
    return this;
  }

  /** Sets the size of its context. */
  public ScriptedChat withContext(int tokens) {
    context = OptionalInt.of(tokens);
    return this;
  }

  public List<ChatRequest> requests() {
    return List.copyOf(requests);
  }

  /** Returns the messages of a request without the remarks that say when each turn was. */
  public static List<ChatMessage> said(ChatRequest request) {
    return request.messages().stream()
        .filter(
            message ->
                !(message instanceof ChatMessage.User(String text)
                    && text.startsWith("[remark of the program]\nIt is ")))
        .toList();
  }

  private static LlmUsage usage() {
    return LlmUsage.tokens(TOKENS_IN, TOKENS_OUT);
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public String description() {
    return "plays a script";
  }

  @Override
  public Settings settings() {
    return Settings.none();
  }

  @Override
  public boolean metered() {
    return true;
  }

  @Override
  public boolean runsTools() {
    return false;
  }

  @Override
  public OptionalInt contextTokens(Config settings) {
    return context;
  }

  @Override
  public Readiness readiness(LlmRequest.Context node) {
    return Readiness.ready(description());
  }

  @Override
  public ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel)
      throws LlmException, InterruptedException {
    requests.add(request);
    Step step = script.poll();
    if (step == null) {
      throw new AssertionError("the script has ended; the request was " + request.messages());
    }
    return step.reply(request, listener, cancel);
  }
}
