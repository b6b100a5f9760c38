package org.sovereignbook.sbp.net.mcp;

import java.util.List;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** Outcome of a call: a result, or questions that the client has to answer first. */
public sealed interface McpOutcome {

  /** Result in the form of the method's schema. */
  record Done(JsonObject result) implements McpOutcome {}

  /**
   * Questions to the client. The same call is repeated with the answers.
   *
   * @param questions the questions by name; the answers have the same names
   * @param state the state that the call needs then; the client keeps it, and cannot change it
   */
  record Asks(SequencedMap<String, ClientRequest> questions, JsonObject state)
      implements McpOutcome {}

  /** Request to the client, such as {@code elicitation/create}. */
  record ClientRequest(String method, JsonObject params) {
    /** Returns the capability that the client needs. */
    String capability() {
      return method.substring(0, method.indexOf('/'));
    }

    JsonObject toJson() {
      return JsonObject.builder().put("method", method).put("params", params).build();
    }
  }

  /** Returns the text result of a tool. */
  static McpOutcome text(String text) {
    return content(List.of(textBlock(text)), false);
  }

  /** Returns the failure of a tool: the model reads the text, and may try something else. */
  static McpOutcome failure(String text) {
    return content(List.of(textBlock(text)), true);
  }

  /** Returns a document as a tool's result: structured for programs, and as text for models. */
  static McpOutcome document(JsonObject document, boolean isError) {
    return document(JsonWriter.compact(document), document, isError);
  }

  /** Returns a document as a tool's result, with another text for models. */
  static McpOutcome document(String text, JsonObject document, boolean isError) {
    JsonObject result =
        JsonObject.builder()
            .put("content", JsonArray.of(textBlock(text)))
            .put("structuredContent", document)
            .build();
    return new Done(isError ? result.with("isError", true) : result);
  }

  /** Returns a tool's result of several blocks of content. */
  static McpOutcome content(List<JsonObject> blocks, boolean isError) {
    JsonObject result = JsonObject.empty().with("content", JsonArray.of(blocks));
    return new Done(isError ? result.with("isError", true) : result);
  }

  static JsonObject textBlock(String text) {
    return JsonObject.builder().put("type", "text").put("text", text).build();
  }
}
