package org.sovereignbook.sbp.net.mcp;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Tool of a server. Its action gets everything that it needs with the call.
 *
 * @param title the name for people; the name itself where it has no other
 * @param input the schema of its arguments
 * @param output the schema of its document, if it has one
 * @param hints the effects that it may have
 */
public record McpTool(
    String name,
    String title,
    String description,
    JsonObject input,
    Optional<JsonObject> output,
    Hints hints,
    Handler action) {

  /**
   * Properties that a client may rely on before it calls a tool.
   *
   * @param reads changes nothing
   * @param destroys may undo or overwrite something
   * @param repeats a second call with the same arguments changes nothing more
   * @param reachesOut communicates with systems other than this node
   */
  public record Hints(boolean reads, boolean destroys, boolean repeats, boolean reachesOut) {
    public static final Hints READS = new Hints(true, false, true, false);
    public static final Hints WRITES = new Hints(false, false, false, false);

    /** Returns the hints that differ from a client's defaults. */
    private JsonObject toJson() {
      JsonObject json = reads ? JsonObject.empty().with("readOnlyHint", true) : JsonObject.empty();
      if (!reads && !destroys) {
        json = json.with("destructiveHint", false);
      }
      if (!reads && repeats) {
        json = json.with("idempotentHint", true);
      }
      return reachesOut ? json : json.with("openWorldHint", false);
    }
  }

  /** Action of a tool, a prompt or a resource. */
  @FunctionalInterface
  public interface Handler {
    McpOutcome run(McpCall call) throws RpcError, InterruptedException;
  }

  /** Returns a copy with another schema of its arguments. */
  public McpTool with(JsonObject otherInput) {
    return new McpTool(name, title, description, otherInput, output, hints, action);
  }

  /** Returns its entry in a list of tools. */
  public JsonObject toJson() {
    JsonObject.Builder json = JsonObject.builder().put("name", name);
    if (!title.equals(name)) {
      json.put("title", title);
    }
    json.put("description", description).put("inputSchema", input);
    output.ifPresent(schema -> json.put("outputSchema", schema));
    return json.put("annotations", hints.toJson()).build();
  }
}
