package org.sovereignbook.sbp.net.mcp;

import java.io.Serial;
import java.net.HttpURLConnection;
import java.util.List;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.store.StoreException;

/** Error answer to a request: the protocol's code, one sentence, and data for programs. */
public final class RpcError extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private static final int PARSE = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int UNKNOWN_METHOD = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int INTERNAL = -32603;
  private static final int HEADER_MISMATCH = -32020;
  private static final int MISSING_CAPABILITY = -32021;
  private static final int UNSUPPORTED_VERSION = -32022;

  // Code of this program, outside of the protocol's reserved range.
  private static final int REFUSED = 403;
  private static final int TOO_MANY = 429;

  /** Code of the revisions with a handshake; later ones use invalid params. */
  private static final int RESOURCE_NOT_FOUND = -32002;

  /** Limit for text of a client that is repeated in an error. */
  private static final int MAX_REPEATED_CHARACTERS = 200;

  private final int code;
  private final transient JsonObject data;
  private final boolean isMalformed;

  private RpcError(int code, String message, JsonObject data, boolean isMalformed) {
    super(message);
    this.code = code;
    this.data = data;
    this.isMalformed = isMalformed;
  }

  private static RpcError of(int code, String message) {
    return new RpcError(code, message, JsonObject.empty(), false);
  }

  static RpcError parse(String message) {
    return of(PARSE, message);
  }

  static RpcError invalidRequest(String message) {
    return of(INVALID_REQUEST, message);
  }

  static RpcError unknownMethod(String method) {
    return of(UNKNOWN_METHOD, "there is no method " + shortened(method));
  }

  /** Returns an error for invalid or unknown parameters. */
  public static RpcError invalidParams(String message) {
    return of(INVALID_PARAMS, message);
  }

  /** Returns an error for a request that lacks mandatory members. */
  static RpcError malformedRequest(String message) {
    return new RpcError(INVALID_PARAMS, message, JsonObject.empty(), true);
  }

  /** Returns an internal error; a failure of the machine includes its remedy. */
  static RpcError internal(Throwable cause) {
    return of(
        INTERNAL,
        cause instanceof StoreException || cause instanceof DiskException
            ? String.valueOf(cause.getMessage())
            : "this server has a fault; its operator finds it on its standard error");
  }

  /** Returns an error for a call that is not allowed. */
  public static RpcError refused(String message) {
    return of(REFUSED, message);
  }

  static RpcError tooMany(String message) {
    return of(TOO_MANY, message);
  }

  static RpcError headerMismatch(String message) {
    return of(HEADER_MISMATCH, message);
  }

  static RpcError unsupportedVersion(String requested) {
    JsonObject data =
        JsonObject.builder()
            .put("supported", JsonArray.ofStrings(McpRevision.dates()))
            .put("requested", shortened(requested))
            .build();
    return new RpcError(UNSUPPORTED_VERSION, "unsupported protocol version", data, false);
  }

  /** Returns an error for a client that lacks capabilities which the answer needs. */
  static RpcError missingCapabilities(List<String> names) {
    JsonObject.Builder needed = JsonObject.builder();
    names.forEach(name -> needed.put(name, JsonObject.empty()));
    return new RpcError(
        MISSING_CAPABILITY,
        "the client does not declare what this needs: " + String.join(", ", names),
        JsonObject.empty().with("requiredCapabilities", needed.build()),
        false);
  }

  public static RpcError noResource(String uri) {
    return new RpcError(
        INVALID_PARAMS,
        "there is no resource " + shortened(uri),
        JsonObject.empty().with("uri", shortened(uri)),
        false);
  }

  /** Returns the error in the form of a revision with a handshake. */
  RpcError forHandshake() {
    boolean isResource = code == INVALID_PARAMS && data.has("uri");
    return isResource ? new RpcError(RESOURCE_NOT_FOUND, message(), data, isMalformed) : this;
  }

  /** Returns the HTTP status of the error in a revision without a handshake. */
  int httpStatus() {
    return switch (code) {
      case UNKNOWN_METHOD -> HttpURLConnection.HTTP_NOT_FOUND;
      case PARSE, INVALID_REQUEST, HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION ->
          HttpURLConnection.HTTP_BAD_REQUEST;
      case REFUSED, TOO_MANY -> code;
      default -> isMalformed ? HttpURLConnection.HTTP_BAD_REQUEST : HttpURLConnection.HTTP_OK;
    };
  }

  private String message() {
    return String.valueOf(getMessage());
  }

  /** Returns the member {@code error} of an answer. */
  public JsonObject toJson() {
    JsonObject error = JsonObject.builder().put("code", code).put("message", message()).build();
    return data.members().isEmpty() ? error : error.with("data", data);
  }

  /** Cuts a client's text before it is repeated to the client. */
  static String shortened(String text) {
    return Cut.after(text, MAX_REPEATED_CHARACTERS);
  }
}
