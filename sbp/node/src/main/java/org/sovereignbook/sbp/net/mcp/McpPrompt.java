package org.sovereignbook.sbp.net.mcp;

import java.util.List;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Prompt that a person can choose to send to the model. */
public record McpPrompt(
    String name, String title, String description, List<Slot> slots, McpTool.Handler action) {

  /** Argument of a prompt; always text. */
  public record Slot(String name, String description, boolean required) {
    private JsonObject toJson() {
      return JsonObject.builder()
          .put("name", name)
          .put("description", description)
          .put("required", required)
          .build();
    }
  }

  JsonObject toJson() {
    return JsonObject.builder()
        .put("name", name)
        .put("title", title)
        .put("description", description)
        .put("arguments", JsonArray.of(slots.stream().map(Slot::toJson).toList()))
        .build();
  }

  /** Returns the result of a prompt: messages of the user, each with one block of content. */
  public static McpOutcome messages(String description, List<JsonObject> blocks) {
    List<JsonObject> messages =
        blocks.stream()
            .map(block -> JsonObject.builder().put("role", "user").put("content", block).build())
            .toList();
    return new McpOutcome.Done(
        JsonObject.builder()
            .put("description", description)
            .put("messages", JsonArray.of(messages))
            .build());
  }
}
