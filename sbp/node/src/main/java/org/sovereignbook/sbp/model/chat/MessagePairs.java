package org.sovereignbook.sbp.model.chat;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.model.chat.ChatMessage.Assistant;
import org.sovereignbook.sbp.model.chat.ChatMessage.ToolResult;
import org.sovereignbook.sbp.model.chat.ChatMessage.User;

/**
 * Rules for a list of messages: it begins with a user's message and ends with one or with a tool's
 * result; after an assistant's calls come their results, each once, before any other message; no id
 * of a call is used twice; no assistant's message is empty. Providers refuse other lists or, worse,
 * answer them.
 */
final class MessagePairs {
  private final Set<String> known = new HashSet<>();
  private final Set<String> open = new LinkedHashSet<>();

  private MessagePairs() {}

  /** Finds the first rule that the messages break; empty when a provider can take them. */
  static Optional<String> problem(List<ChatMessage> messages) {
    if (messages.isEmpty()) {
      return Optional.of("there is no message");
    }
    if (!(messages.getFirst() instanceof User)) {
      return Optional.of("the first message is not a user's");
    }
    MessagePairs pairs = new MessagePairs();
    for (int i = 0; i < messages.size(); i++) {
      Optional<String> wrong = pairs.next(messages.get(i));
      if (wrong.isPresent()) {
        return Optional.of("message " + (i + 1) + ": " + wrong.get());
      }
    }
    if (!pairs.open.isEmpty()) {
      return Optional.of("no result for the calls " + pairs.open);
    }
    return messages.getLast() instanceof Assistant
        ? Optional.of("the last message is the assistant's own")
        : Optional.empty();
  }

  private Optional<String> next(ChatMessage message) {
    return switch (message) {
      case ToolResult result ->
          open.remove(result.callId())
              ? Optional.empty()
              : Optional.of("a result for " + result.callId() + ", which is not an open call");
      case User _ -> closed();
      case Assistant assistant -> closed().or(() -> opened(assistant));
    };
  }

  private Optional<String> closed() {
    return open.isEmpty() ? Optional.empty() : Optional.of("no result for the calls " + open);
  }

  private Optional<String> opened(Assistant assistant) {
    if (assistant.calls().isEmpty() && assistant.text().isBlank()) {
      return Optional.of("an assistant's message without text and calls");
    }
    for (ChatCall call : assistant.calls()) {
      if (!known.add(call.id())) {
        return Optional.of("the id " + call.id() + " is used twice");
      }
      open.add(call.id());
    }
    return Optional.empty();
  }
}
