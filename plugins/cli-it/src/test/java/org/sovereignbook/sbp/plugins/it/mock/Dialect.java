package org.sovereignbook.sbp.plugins.it.mock;

import java.util.List;
import org.sovereignbook.sbp.base.json.JsonObject;

/** How one provider's API writes requests, answers and errors. */
public sealed interface Dialect permits Anthropic, Gemini, OpenAiChat, OpenAiResponses {
  /** Tokens that every answer claims to have cost. */
  int INPUT_TOKENS = 1_000;

  int OUTPUT_TOKENS = 100;

  /** Whether a request for an answer of the model has this path, without query. */
  boolean takes(String path);

  boolean streams(String path, JsonObject request);

  List<String> tools(JsonObject request);

  int calls(JsonObject request);

  List<String> toolResults(JsonObject request);

  /** The whole answer as one JSON object. */
  JsonObject whole(Reply.Say say);

  JsonObject whole(Reply.Call call, int turn);

  /** The answer as server-sent events. */
  String events(Reply.Say say);

  String events(Reply.Call call, int turn);

  /** How a stream begins, when it never goes on. */
  String firstEvent();

  JsonObject error(Reply.Fail fail);
}
