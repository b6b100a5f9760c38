package org.sovereignbook.sbp.plugins.acp;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Text of a prompt: what the person typed, with the files that the editor adds. */
final class PromptText {
  private PromptText() {}

  /** Returns the text of blocks, in their order. */
  static String of(List<JsonObject> blocks) throws AcpError {
    StringBuilder all = new StringBuilder();
    for (JsonObject block : blocks) {
      all.append(of(block));
    }
    String text = all.toString().strip();
    if (text.isEmpty()) {
      throw AcpError.invalidParams("the prompt is empty");
    }
    return text;
  }

  private static String of(JsonObject block) throws AcpError {
    String type = block.string("type").orElse("");
    return switch (type) {
      case "text" -> block.string("text").orElse("");
      case "resource_link" ->
          "[%s](%s)".formatted(block.string("name").orElse(""), block.string("uri").orElse(""));
      case "resource" -> resource(block.object("resource").orElse(JsonObject.empty()));
      default ->
          throw AcpError.invalidParams(
              "a prompt has text and files of text, and no block of the type \"" + type + "\"");
    };
  }

  private static String resource(JsonObject resource) throws AcpError {
    Optional<String> text = resource.string("text");
    if (text.isEmpty()) {
      throw AcpError.invalidParams("a file in a prompt has text");
    }
    return "\n\n" + fenced(" " + resource.string("uri").orElse(""), text.get()) + "\n\n";
  }

  /**
   * Returns a text in a fence that it cannot close: a reader of Markdown shows every character.
   *
   * @param heading follows the opening of the fence
   */
  static String fenced(String heading, String text) {
    int longest =
        text.lines()
            .mapToInt(line -> (int) line.strip().chars().takeWhile(c -> c == '`').count())
            .max()
            .orElse(0);
    String fence = "`".repeat(Math.max(3, longest + 1));
    return "%s%s\n%s\n%s".formatted(fence, heading, text, fence);
  }
}
