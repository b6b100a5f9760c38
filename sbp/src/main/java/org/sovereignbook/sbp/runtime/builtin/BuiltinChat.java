package org.sovereignbook.sbp.runtime.builtin;

import java.util.List;
import java.util.OptionalInt;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Settings;

/** Conversation with fixed rules in place of a model, so that it needs no account. */
public final class BuiltinChat implements ChatBackend {

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
  public Readiness readiness(LlmRequest.Context context) {
    return Readiness.ready(description());
  }

  @Override
  public ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel) {
    String text = "I am a set of rules and know no answer to that.";
    listener.text(text);
    return new ChatReply(text, List.of(), LlmUsage.unknown(), ChatReply.Stop.END, name());
  }
}
