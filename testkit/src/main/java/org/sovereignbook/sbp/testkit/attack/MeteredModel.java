package org.sovereignbook.sbp.testkit.attack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;

/**
 * A model that costs money by the call and byte, refuses prompts larger than its window, refuses to
 * answer when it reads {@link #POISON}, and otherwise ignores everything.
 */
final class MeteredModel implements LlmBackend {
  static final String POISON = "the words that no model survives";

  private static final String DIGEST = "operational/inbox-digest.json";

  private final int windowBytes;
  private final List<LlmRequest> calls = new ArrayList<>();
  private final StringBuilder understood = new StringBuilder();

  MeteredModel(int windowBytes) {
    this.windowBytes = windowBytes;
  }

  @Override
  public String name() {
    return "metered";
  }

  @Override
  public String description() {
    return "a model of a test";
  }

  /** Returns the calls of this role so far. */
  List<LlmRequest> calls(String role) {
    return calls.stream().filter(call -> call.role().equals(role)).toList();
  }

  /** Returns whether it has judged an item with these words. */
  boolean hasJudged(String words) {
    return understood.indexOf(words) >= 0;
  }

  /** Returns the size of everything that a call shows to the model. */
  static int bytes(LlmRequest call) {
    return size(call.prompt()) + call.inputs().stream().mapToInt(input -> size(input.text())).sum();
  }

  static int size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException {
    calls.add(request);
    if (bytes(request) > windowBytes) {
      throw LlmException.provider("prompt is too long: " + bytes(request) + " bytes");
    }
    String digest = request.input(DIGEST);
    if (digest.contains(POISON)) {
      throw LlmException.provider("the model hung up");
    }
    understood.append(digest);
    return new LlmAnswer(request.role().equals("reader") ? ignoringAll(digest) : "", "");
  }

  private static String ignoringAll(String digest) throws LlmException {
    List<JsonValue> decisions = new ArrayList<>();
    for (JsonValue item : object(digest).array("items").orElseThrow().values()) {
      decisions.add(
          JsonObject.builder()
              .put("inbox_id", ((JsonObject) item).string("id").orElseThrow())
              .put("action", "ignore")
              .put("reason", "a test")
              .build());
    }
    return JsonObject.builder().put("decisions", new JsonArray(decisions)).build().toString();
  }

  private static JsonObject object(String text) throws LlmException {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw LlmException.answer(text);
    }
  }
}
