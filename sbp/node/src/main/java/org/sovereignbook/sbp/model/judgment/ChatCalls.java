package org.sovereignbook.sbp.model.judgment;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ChatTool;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;

/**
 * Calls of conversations, with the ledger, limits, shares and pauses of all other calls ({@link
 * SharedCalls}). A reply is never asked for twice, since its text may have been shown already.
 */
public final class ChatCalls {
  private final Node node;
  private final ChatBackend backend;
  private final List<CallLimit> limits;
  private final CallBudget.Patience patience;

  /**
   * Creates calls to one backend.
   *
   * @param limits limits in addition to those of the node, such as a session's
   * @param now whether to call a backend that is paused after failures
   */
  public ChatCalls(Node node, ChatBackend backend, List<CallLimit> limits, boolean now) {
    this.node = node;
    this.backend = backend;
    this.limits = List.copyOf(limits);
    this.patience = now ? CallBudget.Patience.NONE : CallBudget.Patience.FULL;
  }

  /** Returns the context of the node that a backend may use. */
  public static LlmRequest.Context context(Node node, ChatBackend backend) {
    return AgentRunner.context(node, node.config().section(backend.settingsSection()));
  }

  /**
   * Asks for a reply, unless a limit or a pause forbids it.
   *
   * @param component the caller's name in the ledger, such as {@code session:main}
   * @param causes the principals for whom the call is made
   * @throws LlmException when no usable reply came; the call is settled in the ledger
   */
  public SharedCalls.Asked<ChatReply> reply(
      String component,
      ChatRequest request,
      CallCauses causes,
      ChatListener listener,
      Cancellation cancel)
      throws LlmException, InterruptedException {
    Asking asking = new Asking(backend, request, listener, cancel);
    Calls calls =
        new Calls(
            node, changes -> SharedCalls.append(node, changes), asking, limits, causes, _ -> {});
    return switch (calls.admit(asking.asJob(component), patience)) {
      case Calls.Admission.Deferred(CallBudget.Obstacle(var line, var sentence, var cause, _)) ->
          new SharedCalls.Asked.Deferred<>(sentence, line.until(), cause);
      case Calls.Admission.Admitted admitted -> {
        listener.asks(admitted.call().map(call -> call.line().id()));
        yield new SharedCalls.Asked.Answered<>(
            calls.once(admitted, _ -> new Calls.Used<>(asking.replied(), new ChangeSet())));
      }
    };
  }

  /** One request, in the form of the jobs that the ledger knows. */
  private static final class Asking implements LlmBackend {
    private final ChatBackend backend;
    private final ChatRequest request;
    private final ChatListener listener;
    private final Cancellation cancel;
    private volatile Optional<ChatReply> reply = Optional.empty();

    Asking(ChatBackend backend, ChatRequest request, ChatListener listener, Cancellation cancel) {
      this.backend = backend;
      this.request = request;
      this.listener = listener;
      this.cancel = cancel;
    }

    ChatReply replied() {
      return reply.orElseThrow();
    }

    /** Returns a job of the same size and limits; a backend that runs tools reads it repeatedly. */
    LlmRequest asJob(String component) {
      return new LlmRequest(
          component,
          backend.runsTools() ? LlmRequest.Mode.TOOLS : LlmRequest.Mode.ANSWER,
          request.system(),
          List.of(new LlmRequest.Input("conversation", text(), true)),
          new LlmRequest.OutputFile("reply", Optional.empty()),
          Optional.empty(),
          request.budget(),
          request.context());
    }

    private String text() {
      StringBuilder text = new StringBuilder();
      request.messages().forEach(message -> append(text, message));
      for (ChatTool tool : request.tools()) {
        text.append(tool.name()).append(tool.description());
        text.append(JsonWriter.compact(tool.schema()));
      }
      return text.toString();
    }

    private static void append(StringBuilder text, ChatMessage message) {
      switch (message) {
        case ChatMessage.User(String said) -> text.append(said);
        case ChatMessage.ToolResult(String id, String said, boolean _) ->
            text.append(id).append(said);
        case ChatMessage.Assistant(String said, List<ChatCall> calls) -> {
          text.append(said);
          for (ChatCall call : calls) {
            text.append(call.id()).append(call.name());
            text.append(JsonWriter.compact(call.arguments()));
          }
        }
      }
    }

    @Override
    public LlmAnswer answer(LlmRequest admitted) throws LlmException, InterruptedException {
      if (cancel.isCancelled()) {
        throw LlmException.cancelled();
      }
      ChatReply came = backend.reply(request.within(admitted.budget()), listener, cancel);
      reply = Optional.of(came);
      LlmUsage usage = came.usage();
      return new LlmAnswer(
          came.text(),
          "",
          usage.model().isPresent() || came.model().isEmpty()
              ? usage
              : usage.withModel(came.model()));
    }

    @Override
    public String name() {
      return backend.name();
    }

    @Override
    public String service(Config settings) {
      return backend.service(settings);
    }

    @Override
    public String description() {
      return backend.description();
    }

    @Override
    public String settingsSection() {
      return backend.settingsSection();
    }

    @Override
    public boolean metered() {
      return backend.metered();
    }

    @Override
    public boolean reportsCost(Config settings) {
      return backend.reportsCost(settings);
    }

    @Override
    public long overheadTokens() {
      return backend.overheadTokens();
    }
  }
}
