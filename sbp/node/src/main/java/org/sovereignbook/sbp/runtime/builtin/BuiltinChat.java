package org.sovereignbook.sbp.runtime.builtin;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ChatTool;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Settings;

/**
 * Conversation with fixed rules in place of a model, so that it needs no account: it recognizes
 * plain questions about the node, calls one tool that reads, and phrases its result. Texts of
 * others are shown as they are and never interpreted.
 */
public final class BuiltinChat implements ChatBackend {
  private static final int ID_BYTES = 8;

  @Override
  public String name() {
    return AgentSettings.BUILTIN;
  }

  @Override
  public String description() {
    return "fixed rules, not a model: answers plain questions about the node";
  }

  @Override
  public String settingsSection() {
    return BuiltinSettings.SECTION;
  }

  @Override
  public Settings settings() {
    return Settings.none();
  }

  @Override
  public boolean metered() {
    return false;
  }

  @Override
  public boolean runsTools() {
    return false;
  }

  @Override
  public OptionalInt contextTokens(Config settings) {
    return OptionalInt.empty();
  }

  @Override
  public boolean paysForTools() {
    return false;
  }

  @Override
  public Readiness readiness(LlmRequest.Context context) {
    return Readiness.ready(description());
  }

  @Override
  public ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel)
      throws LlmException {
    if (cancel.isCancelled()) {
      throw LlmException.cancelled();
    }
    return switch (request.messages().getLast()) {
      case ChatMessage.User(String text) -> answering(text, request, listener);
      case ChatMessage.ToolResult(String id, String text, boolean error) ->
          saying(
              error
                  ? PhrasedResult.ofFailure(text)
                  : PhrasedResult.of(toolOf(id, request.messages()), text),
              listener);
      case ChatMessage.Assistant _ -> throw new IllegalStateException("refused by the request");
    };
  }

  private ChatReply answering(String text, ChatRequest request, ChatListener listener) {
    Optional<String> remembered = EarlierWords.about(text, request.messages());
    return remembered.isPresent()
        ? saying(remembered.get(), listener)
        : PlainQuestions.of(text, names(request.tools()))
            .map(asked -> calling(asked, request, listener))
            .orElseGet(() -> saying(PlainQuestions.help(names(request.tools())), listener));
  }

  private static List<String> names(List<ChatTool> tools) {
    return tools.stream().map(ChatTool::name).toList();
  }

  private ChatReply calling(
      PlainQuestions.Asked asked, ChatRequest request, ChatListener listener) {
    byte[] id = new byte[ID_BYTES];
    request.context().random().nextBytes(id);
    ChatCall call =
        new ChatCall(
            HexFormat.of().formatHex(id), asked.tool(), asked.argumentsFor(request.tools()));
    listener.toolCall(call.id(), call.name());
    return new ChatReply("", List.of(call), LlmUsage.unknown(), ChatReply.Stop.TOOLS, name());
  }

  private ChatReply saying(String text, ChatListener listener) {
    listener.text(text);
    return new ChatReply(text, List.of(), LlmUsage.unknown(), ChatReply.Stop.END, name());
  }

  private static String toolOf(String id, List<ChatMessage> messages) {
    Optional<String> name =
        messages.reversed().stream()
            .filter(ChatMessage.Assistant.class::isInstance)
            .map(ChatMessage.Assistant.class::cast)
            .flatMap(message -> message.calls().stream())
            .filter(call -> call.id().equals(id))
            .map(ChatCall::name)
            .findFirst();
    return name.orElseThrow();
  }
}
