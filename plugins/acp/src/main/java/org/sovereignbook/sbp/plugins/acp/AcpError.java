package org.sovereignbook.sbp.plugins.acp;

import java.io.Serial;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.net.mcp.RpcMessage;
import org.sovereignbook.sbp.runtime.plugin.PluginException;

/** Error answer to a request: a code of the protocol, one sentence, and commands that help. */
final class AcpError extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private static final int INVALID_REQUEST = -32600;
  private static final int UNKNOWN_METHOD = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int INTERNAL = -32603;
  static final int AUTH_REQUIRED = -32000;
  private static final int NOT_FOUND = -32002;

  private final int code;
  private final transient List<String> hints;

  private AcpError(int code, String message, List<String> hints) {
    super(message);
    this.code = code;
    this.hints = List.copyOf(hints);
  }

  static AcpError invalidRequest(String message) {
    return new AcpError(INVALID_REQUEST, message, List.of());
  }

  static AcpError unknownMethod(String method) {
    return new AcpError(UNKNOWN_METHOD, "there is no method " + method, List.of());
  }

  static AcpError invalidParams(String message, String... hints) {
    return new AcpError(INVALID_PARAMS, message, List.of(hints));
  }

  static AcpError notFound(String message) {
    return new AcpError(NOT_FOUND, message, List.of());
  }

  static AcpError authRequired(String message, String... hints) {
    return new AcpError(AUTH_REQUIRED, message, List.of(hints));
  }

  static AcpError failed(String message) {
    return new AcpError(INTERNAL, message, List.of());
  }

  /** Returns the error for a refusal by the society. */
  static AcpError of(SocietyException e) {
    int code = e.kind() == SocietyException.Kind.NOT_FOUND ? NOT_FOUND : INVALID_PARAMS;
    return new AcpError(code, e.code() + ": " + e.getMessage(), e.hints());
  }

  static AcpError of(PluginException e) {
    return new AcpError(INTERNAL, String.valueOf(e.getMessage()), e.hints());
  }

  /** Returns the answer to a request. */
  JsonObject answer(JsonValue id) {
    return answer(Optional.of(id), toJson());
  }

  /** Returns the answer to a message that is not valid. */
  static JsonObject answer(RpcMessage.Invalid message) {
    return answer(message.id(), message.why().toJson());
  }

  private static JsonObject answer(Optional<JsonValue> id, JsonObject error) {
    return JsonObject.builder()
        .put("jsonrpc", "2.0")
        .put("id", id.orElse(JsonNull.INSTANCE))
        .put("error", error)
        .build();
  }

  private JsonObject toJson() {
    JsonObject error =
        JsonObject.builder().put("code", code).put("message", String.valueOf(getMessage())).build();
    return hints.isEmpty()
        ? error
        : error.with("data", JsonObject.empty().with("hints", JsonArray.ofStrings(hints)));
  }
}
