package org.sovereignbook.sbp.cli.sessions;

import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnCall;
import org.sovereignbook.sbp.society.sessions.TurnState;

/** Turns, the calls in them and their summaries in words for people. */
final class TurnWords {
  private static final String INTERRUPTED = "interrupted";
  private static final int VALUE_CHARACTERS = 24;
  private static final int ALL_CHARACTERS = 48;

  private TurnWords() {}

  /** Returns the state of a turn with its reason, such as {@code failed: no model answers}. */
  static String ended(TurnState state, Optional<String> why) {
    String word = state == TurnState.ABORTED ? INTERRUPTED : state.toString();
    return why.filter(reason -> !reason.equals(MessageQueue.ABORTED))
        .map(reason -> word + ": " + PeerText.plain(reason))
        .orElse(word);
  }

  /** Returns the reason why a message has no answer. */
  static String reason(String why) {
    return why.equals(MessageQueue.ABORTED) ? INTERRUPTED : why;
  }

  /** Returns the arguments of a call in a few words; empty for a call without any. */
  static String touched(TurnCall call) {
    JsonObject arguments = ThreadMessages.arguments(call.arguments().orElse("{}"));
    return Cut.within(
        arguments.members().values().stream()
            .map(TurnWords::value)
            .filter(text -> !text.isBlank())
            .collect(Collectors.joining(", ")),
        ALL_CHARACTERS);
  }

  private static String value(JsonValue value) {
    return Cut.within(
        switch (value) {
          case JsonString(String text) -> PeerText.plain(text);
          case JsonArray array ->
              array.values().stream().map(TurnWords::value).collect(Collectors.joining(" "));
          case JsonBoolean _, JsonNull _ -> "";
          case JsonObject _, JsonInteger _, JsonDecimal _ ->
              PeerText.plain(JsonWriter.compact(value));
        },
        VALUE_CHARACTERS);
  }

  /** Returns the line for a call in some state. */
  static String call(TurnCall call, String state) {
    String touched = touched(call);
    return "  "
        + PeerText.plain(call.name())
        + (touched.isEmpty() ? "" : " (" + touched + ")")
        + ": "
        + state;
  }

  /** Returns the line of a command that has made it. */
  static String compacted(AgentTurn compaction) {
    return "compacted: " + compaction.id() + ", summarized " + by(compaction);
  }

  /** Returns the line of a conversation in which it was made. */
  static String summarized(AgentTurn compaction) {
    return "earlier turns are summarized now, " + by(compaction);
  }

  private static String by(AgentTurn compaction) {
    return compaction.summarizedBy().equals(AgentTurn.RULES)
        ? "by rules, since no model gave a usable summary"
        : "by " + PeerText.plain(compaction.summarizedBy());
  }
}
