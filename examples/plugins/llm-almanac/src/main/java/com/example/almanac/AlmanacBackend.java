package com.example.almanac;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * Writes what the moon is like, endorses what speaks of {@code llm.almanac.subject}, and condenses
 * the session log to a line. Asks no model, uses no network.
 */
public final class AlmanacBackend implements LlmBackend {
  private static final Setting<String> SUBJECT =
      Setting.text("subject", "moon", "what a piece must speak of to be endorsed");

  private static final String DIGEST = "operational/inbox-digest.json";

  @Override
  public String name() {
    return "almanac";
  }

  @Override
  public String description() {
    return "an almanac, not a model: writes about the moon, endorses what speaks of its subject";
  }

  @Override
  public Settings settings() {
    return Settings.of(SUBJECT);
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException {
    return switch (request.role()) {
      case "reader" -> read(request);
      case "author" -> write(request);
      case "compactor" -> new LlmAnswer("- the moon has seen it\n[[newest lines]]\n", "");
      default -> throw LlmException.setup("an almanac cannot be the " + request.role());
    };
  }

  private static LlmAnswer write(LlmRequest request) {
    String phase = Moon.at(request.context().clock().instant()).toString().toLowerCase(Locale.ROOT);
    JsonObject piece =
        JsonObject.builder()
            .put("title", "The moon is " + phase)
            .put("body", "Tonight's moon is " + phase + ". Plan your walks accordingly.")
            .put("tags", JsonArray.ofStrings(List.of("moon", "almanac")))
            .build();
    return new LlmAnswer(JsonWriter.pretty(piece), "the moon is " + phase);
  }

  /** Items are strangers' words: they are searched, never followed. */
  private static LlmAnswer read(LlmRequest request) throws LlmException {
    String subject = request.settings().get(SUBJECT);
    List<JsonValue> decisions = new ArrayList<>();
    for (JsonObject item : items(request)) {
      JsonObject.Builder decision =
          JsonObject.builder().put("inbox_id", item.string("id").orElse(""));
      String text = item.string("content_body").orElse("").toLowerCase(Locale.ROOT);
      if (text.contains(subject.toLowerCase(Locale.ROOT)) && item.has("content_hash")) {
        decision
            .put("action", "endorse_content")
            .put("target_hash", item.string("content_hash").orElse(""))
            .put("log", "speaks of the " + subject);
      } else {
        decision.put("action", "ignore").put("log", "does not speak of the " + subject);
      }
      decisions.add(decision.build());
    }
    JsonObject answer =
        JsonObject.builder()
            .put("decisions", new JsonArray(decisions))
            .put("session_notes", "Looked for the " + subject + ".")
            .build();
    return new LlmAnswer(JsonWriter.pretty(answer), "looked for the " + subject);
  }

  private static List<JsonObject> items(LlmRequest request) throws LlmException {
    try {
      JsonValue digest = JsonReader.file(request.input(DIGEST).getBytes(StandardCharsets.UTF_8));
      return digest instanceof JsonObject json
          ? json.array("items").map(JsonArray::objects).orElse(List.of())
          : List.of();
    } catch (MalformedJson e) {
      throw LlmException.setup(DIGEST + " is damaged: " + e.getMessage());
    }
  }
}
