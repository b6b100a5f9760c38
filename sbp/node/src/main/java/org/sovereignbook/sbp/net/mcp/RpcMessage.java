package org.sovereignbook.sbp.net.mcp;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** Received JSON-RPC 2.0 message, parsed strictly. */
public sealed interface RpcMessage {
  int MAX_ID_CHARACTERS = 256;
  String VERSION_MEMBER = "jsonrpc";
  String VERSION = "2.0";

  /**
   * Message that expects an answer.
   *
   * @param id a text or a whole number
   */
  record Request(JsonValue id, String method, JsonObject params) implements RpcMessage {
    JsonObject meta() {
      return params.object("_meta").orElse(JsonObject.empty());
    }
  }

  /** Message without an answer. */
  record Notification(String method, JsonObject params) implements RpcMessage {}

  /** Answer to a question of this side: a result, or an error. A result may be null. */
  record Response(JsonValue id, Optional<JsonObject> result, Optional<JsonObject> error)
      implements RpcMessage {}

  /** Message that is not valid; the id, when it could be read. */
  record Invalid(Optional<JsonValue> id, RpcError why) implements RpcMessage {}

  static RpcMessage parse(byte[] utf8) {
    JsonValue value;
    try {
      value = JsonReader.file(utf8);
    } catch (MalformedJson e) {
      return new Invalid(
          RequestIdFinder.in(utf8), RpcError.parse("this is no JSON: " + e.getMessage()));
    }
    if (value instanceof JsonObject object) {
      return of(object);
    }
    return invalid(
        Optional.empty(),
        value instanceof JsonArray
            ? "messages come one by one; batches are not taken"
            : "a message is a JSON object");
  }

  /** Returns the error for a message that exceeds the size limit. */
  static Invalid tooLong(RequestIdFinder finder, int maxBytes) {
    String most = "a message has at most " + maxBytes + " bytes";
    return new Invalid(finder.id(), RpcError.invalidRequest(most));
  }

  private static RpcMessage of(JsonObject json) {
    Optional<JsonValue> id = json.get("id").flatMap(RpcMessage::id);
    if (!json.string(VERSION_MEMBER).filter(VERSION::equals).isPresent()) {
      return invalid(id, "jsonrpc is not \"2.0\"");
    }
    if (json.has("id") && id.isEmpty()) {
      return invalid(id, "an id is a text of at most 256 characters or a whole number");
    }
    Optional<String> method = json.string("method");
    if (method.isEmpty()) {
      return id.isPresent() && !json.has("method") && (json.has("result") || json.has("error"))
          ? new Response(id.get(), json.object("result"), json.object("error"))
          : invalid(id, "a request has a method");
    }
    if (json.has("params") && json.object("params").isEmpty()) {
      return invalid(id, "params is not an object");
    }
    JsonObject params = json.object("params").orElse(JsonObject.empty());
    return id.isPresent()
        ? new Request(id.get(), method.get(), params)
        : new Notification(method.get(), params);
  }

  /** Returns the value as an id, if it is valid; 5.0 is the whole number 5. */
  static Optional<JsonValue> id(JsonValue value) {
    return value instanceof JsonString(String text)
        ? Optional.of(value).filter(_ -> text.length() <= MAX_ID_CHARACTERS)
        : JsonInteger.of(value).map(JsonValue.class::cast);
  }

  private static RpcMessage invalid(Optional<JsonValue> id, String why) {
    return new Invalid(id, RpcError.invalidRequest(why));
  }

  static JsonObject result(JsonValue id, JsonObject result) {
    return envelope().put("id", id).put("result", result).build();
  }

  static JsonObject error(Optional<JsonValue> id, RpcError error) {
    JsonObject.Builder json = envelope();
    id.ifPresent(known -> json.put("id", known));
    return json.put("error", error.toJson()).build();
  }

  static JsonObject notification(String method, JsonObject params) {
    return envelope().put("method", method).put("params", params).build();
  }

  static JsonObject request(long id, String method, JsonObject params) {
    return envelope().put("id", id).put("method", method).put("params", params).build();
  }

  private static JsonObject.Builder envelope() {
    return JsonObject.builder().put(VERSION_MEMBER, VERSION);
  }
}
