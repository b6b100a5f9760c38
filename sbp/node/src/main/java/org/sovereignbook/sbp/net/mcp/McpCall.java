package org.sovereignbook.sbp.net.mcp;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Call of a tool, prompt or resource: the caller, its arguments, and the connection to the client.
 */
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

  /** Returns a copy for the next round, with the client's answers. */
  McpCall again(JsonObject newAnswers, JsonObject newState) {
    return new McpCall(caller, client, peer, arguments, progressToken, newAnswers, newState);
  }

  public McpCall with(JsonObject others) {
    return new McpCall(caller, client, peer, others, progressToken, answers, state);
  }

  public McpCaller caller() {
    return caller;
  }

  public JsonObject arguments() {
    return arguments;
  }

  /** Returns the client's answers to the questions of the previous round, by their names. */
  public JsonObject answers() {
    return answers;
  }

  /** Returns the state that the call has kept for this round; empty in the first. */
  public JsonObject state() {
    return state;
  }

  /** Returns whether the client declares a capability, such as {@code elicitation}. */
  public boolean clientCan(String capability) {
    return client.can(capability);
  }

  /**
   * Ends the call unless the client has this capability.
   *
   * @throws RpcError that names the missing capability
   */
  public void requireClientCan(String capability) throws RpcError {
    if (!clientCan(capability)) {
      throw RpcError.missingCapabilities(List.of(capability));
    }
  }

  /**
   * Sends a progress notification, when the client has asked for progress.
   *
   * @throws InterruptedException when the client has gone, and the call should end
   */
  public void progress(long done, long total, String message) throws InterruptedException {
    if (progressToken.isPresent()) {
      sendNotification(
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
   * Sends a log message, if the client wants messages of this level.
   *
   * @param level a syslog severity in lower case
   */
  public void log(String level, String text) throws InterruptedException {
    if (client.hears(level)) {
      sendNotification(
          "notifications/message",
          JsonObject.builder().put("level", level).put("data", new JsonString(text)).build());
    }
  }

  private void sendNotification(String method, JsonObject params) throws InterruptedException {
    try {
      peer.sendNotification(method, params);
    } catch (IOException e) {
      InterruptedException gone = new InterruptedException("the client has gone");
      gone.initCause(e);
      throw gone;
    }
  }
}
