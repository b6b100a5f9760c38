package org.sovereignbook.sbp.plugins.acp;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** Received message of JSON-RPC 2.0. */
sealed interface AcpMessage {
  /**
   * Message that expects an answer.
   *
   * @param id a text or a whole number
   */
  record Request(JsonValue id, String method, JsonObject params) implements AcpMessage {}

  /** Message without an answer. */
  record Notification(String method, JsonObject params) implements AcpMessage {}

  /** Answer to a request of this program; an error has no result. */
  record Response(JsonValue id, Optional<JsonObject> result) implements AcpMessage {}

  /** Message that is not valid, with its id as far as it could be read. */
  record Invalid(Optional<JsonValue> id, AcpError why) implements AcpMessage {}

  static AcpMessage parse(byte[] utf8) {
    try {
      return JsonReader.file(utf8) instanceof JsonObject object
          ? of(object)
          : invalid(Optional.empty(), "a message is one JSON object on a line");
    } catch (MalformedJson e) {
      return new Invalid(Optional.empty(), AcpError.parse("this is no JSON: " + e.getMessage()));
    }
  }

  private static AcpMessage of(JsonObject json) {
    Optional<JsonValue> id = json.get("id").flatMap(AcpMessage::id);
    Optional<String> method = json.string("method");
    if (!json.string("jsonrpc").equals(Optional.of("2.0"))) {
      return invalid(id, "jsonrpc is not \"2.0\"");
    }
    if (json.has("id") && id.isEmpty()) {
      return invalid(id, "an id is a text or a whole number");
    }
    if (method.isEmpty()) {
      return id.isPresent() && (json.has("result") || json.has("error"))
          ? new Response(id.get(), json.object("result"))
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

  private static Optional<JsonValue> id(JsonValue value) {
    return value instanceof JsonString
        ? Optional.of(value)
        : JsonInteger.of(value).map(JsonValue.class::cast);
  }

  private static AcpMessage invalid(Optional<JsonValue> id, String why) {
    return new Invalid(id, AcpError.invalidRequest(why));
  }

  static JsonObject result(JsonValue id, JsonObject result) {
    return envelope().put("id", id).put("result", result).build();
  }

  static JsonObject error(Optional<JsonValue> id, AcpError error) {
    return envelope().put("id", id.orElse(JsonNull.INSTANCE)).put("error", error.toJson()).build();
  }

  static JsonObject notification(String method, JsonObject params) {
    return envelope().put("method", method).put("params", params).build();
  }

  static JsonObject request(long id, String method, JsonObject params) {
    return envelope().put("id", id).put("method", method).put("params", params).build();
  }

  private static JsonObject.Builder envelope() {
    return JsonObject.builder().put("jsonrpc", "2.0");
  }
}
