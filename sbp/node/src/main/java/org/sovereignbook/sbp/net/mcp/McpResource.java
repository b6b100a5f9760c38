package org.sovereignbook.sbp.net.mcp;

import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Resource that clients can read.
 *
 * @param uri its address; for a template with {@code {name}} in place of the variable part
 */
public record McpResource(
    String uri, String name, String title, String description, String mimeType) {

  boolean isTemplate() {
    return uri.indexOf('{') >= 0;
  }

  JsonObject toJson() {
    return JsonObject.builder()
        .put(isTemplate() ? "uriTemplate" : "uri", uri)
        .put("name", name)
        .put("title", title)
        .put("description", description)
        .put("mimeType", mimeType)
        .build();
  }

  /** Returns the result of reading a text resource. */
  public static McpOutcome text(String uri, String mimeType, String text) {
    return contents(uri, mimeType, "text", text);
  }

  /** Returns the result of reading a binary resource, in base64. */
  public static McpOutcome blob(String uri, String mimeType, String base64) {
    return contents(uri, mimeType, "blob", base64);
  }

  private static McpOutcome contents(String uri, String mimeType, String kind, String value) {
    JsonObject content =
        JsonObject.builder().put("uri", uri).put("mimeType", mimeType).put(kind, value).build();
    return new McpOutcome.Done(JsonObject.empty().with("contents", JsonArray.of(content)));
  }
}
