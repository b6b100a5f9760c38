package org.sovereignbook.sbp.net.mcp;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/** One call of a tool, prompt or resource: who calls, with what, and the way back. */
public final class McpCall {
  private final McpCaller caller;
  private final McpClient client;
  private final McpPeer peer;
  private final JsonObject arguments;
  private final Optional<JsonValue> progressToken;
  private final JsonObject answers;
  private final JsonObject state;

  McpCall(McpCaller caller, McpClient client, McpPeer peer, JsonObject arguments, JsonObject meta) {
    this(
        caller,
        client,
        peer,
        arguments,
        meta.get("progressToken"),
        JsonObject.empty(),
        JsonObject.empty());
  }

  private McpCall(
      McpCaller caller,
      McpClient client,
      McpPeer peer,
      JsonObject arguments,
      Optional<JsonValue> progressToken,
      JsonObject answers,
      JsonObject state) {
    this.caller = caller;
    this.client = client;
    this.peer = peer;
    this.arguments = arguments;
    this.progressToken = progressToken;
    this.answers = answers;
    this.state = state;
  }

  /** The same once more, with what the client answered. */
  McpCall again(JsonObject newAnswers, JsonObject newState) {
    return new McpCall(caller, client, peer, arguments, progressToken, newAnswers, newState);
  }

  /** The same with other arguments. */
  public McpCall with(JsonObject others) {
    return new McpCall(caller, client, peer, others, progressToken, answers, state);
  }

  public McpCaller caller() {
    return caller;
  }

  public JsonObject arguments() {
    return arguments;
  }

  /** What the client answered to the questions of the round before, by their names. */
  public JsonObject answers() {
    return answers;
  }

  /** What the call wanted to know in this round; empty in the first. */
  public JsonObject state() {
    return state;
  }

  /** Whether the client declares a capability, such as {@code elicitation}. */
  public boolean clientCan(String capability) {
    return client.can(capability);
  }

  /**
   * Ends the call unless the client can do this.
   *
   * @throws RpcError that names what is missing
   */
  public void requireClientCan(String capability) throws RpcError {
    if (!clientCan(capability)) {
      throw RpcError.missingCapabilities(List.of(capability));
    }
  }

  /**
   * How far it has come, if the client asked to know.
   *
   * @throws InterruptedException when the client has gone, and the call is to end
   */
  public void progress(long done, long total, String message) throws InterruptedException {
    if (progressToken.isPresent()) {
      tell(
          "notifications/progress",
          JsonObject.builder()
              .put("progressToken", progressToken.get())
              .put("progress", done)
              .put("total", total)
              .put("message", message)
              .build());
    }
  }

  /**
   * Something worth knowing, if the client wants to hear so much.
   *
   * @param level a syslog severity in lower case
   */
  public void log(String level, String text) throws InterruptedException {
    if (client.hears(level)) {
      tell(
          "notifications/message",
          JsonObject.builder().put("level", level).put("data", new JsonString(text)).build());
    }
  }

  private void tell(String method, JsonObject params) throws InterruptedException {
    try {
      peer.tell(method, params);
    } catch (IOException e) {
      InterruptedException gone = new InterruptedException("the client has gone");
      gone.initCause(e);
      throw gone;
    }
  }
}
