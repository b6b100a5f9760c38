package org.sovereignbook.sbp.cli.sessions;

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
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnCall;

/** Words for a tool call: its name, and the things that it touches by its arguments. */
final class CallWords {
  private static final int VALUE_CHARACTERS = 24;
  private static final int ALL_CHARACTERS = 48;

  private CallWords() {}

  /** Returns the arguments of a call in a few words; empty for a call without any. */
  static String touched(TurnCall call) {
    JsonObject arguments = ThreadMessages.arguments(call.arguments().orElse("{}"));
    return Cut.within(
        arguments.members().values().stream()
            .map(CallWords::value)
            .filter(text -> !text.isBlank())
            .collect(Collectors.joining(", ")),
        ALL_CHARACTERS);
  }

  private static String value(JsonValue value) {
    return Cut.within(
        switch (value) {
          case JsonString(String text) -> PeerText.plain(text);
          case JsonArray array ->
              array.values().stream().map(CallWords::value).collect(Collectors.joining(" "));
          case JsonBoolean _, JsonNull _ -> "";
          case JsonObject _, JsonInteger _, JsonDecimal _ ->
              PeerText.plain(JsonWriter.compact(value));
        },
        VALUE_CHARACTERS);
  }

  /** Returns the line for a call in some state. */
  static String line(TurnCall call, String state) {
    String touched = touched(call);
    return "  "
        + PeerText.plain(call.name())
        + (touched.isEmpty() ? "" : " (" + touched + ")")
        + ": "
        + state;
  }
}
