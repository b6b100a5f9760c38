package org.sovereignbook.sbp.net.mcp;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Comparison of the headers of a request without handshake with its body: an intermediary may have
 * decided by the headers alone.
 */
record McpHeaders(HttpExchange exchange) {
  static final String VERSION = "MCP-Protocol-Version";
  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";
  private static final String PARAMETER = "Mcp-Param-";
  private static final String MARK = "x-mcp-header";
  private static final String ENCODED = "=?base64?";
  private static final String END = "?=";

  /** Compares the revision, before all other checks. */
  void requireVersion(RpcMessage.Request request) throws RpcError {
    Optional<String> version = request.meta().string(McpClient.VERSION);
    if (version.isPresent()) {
      require(VERSION, version.get());
    }
  }

  /** Compares the method, and the name of its tool, prompt or resource. */
  void requireMethod(RpcMessage.Request request) throws RpcError {
    require(METHOD, request.method());
    Optional<String> name =
        switch (request.method()) {
          case "tools/call", "prompts/get" -> request.params().string("name");
          case "resources/read" -> request.params().string("uri");
          default -> Optional.empty();
        };
    if (name.isPresent()) {
      require(NAME, name.get());
    }
  }

  /** Compares the arguments that a tool's schema has mirrored in headers. */
  void requireArguments(McpTool tool, JsonObject arguments) throws RpcError {
    JsonObject properties = tool.input().object("properties").orElse(JsonObject.empty());
    for (Map.Entry<String, JsonValue> property : properties.members().entrySet()) {
      Optional<String> mirrored =
          property.getValue() instanceof JsonObject schema ? schema.string(MARK) : Optional.empty();
      Optional<String> value = arguments.get(property.getKey()).flatMap(McpHeaders::text);
      if (mirrored.isPresent() && value.isPresent()) {
        require(PARAMETER + mirrored.get(), value.get());
      }
    }
  }

  private static Optional<String> text(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> Optional.of(text);
      case JsonInteger(long number) -> Optional.of(Long.toString(number));
      case JsonBoolean(boolean truth) -> Optional.of(Boolean.toString(truth));
      default -> Optional.empty();
    };
  }

  private void require(String header, String expected) throws RpcError {
    String found =
        McpHttpHandler.header(exchange, header)
            .orElseThrow(() -> RpcError.headerMismatch("the header " + header + " is missing"));
    boolean mayBeEncoded = header.equals(NAME) || header.startsWith(PARAMETER);
    if (!expected.equals(mayBeEncoded ? decoded(header, found) : found)) {
      throw RpcError.headerMismatch("the header " + header + " does not say what the body says");
    }
  }

  private static String decoded(String header, String value) throws RpcError {
    if (!value.startsWith(ENCODED)
        || !value.endsWith(END)
        || value.length() < ENCODED.length() + END.length()) {
      return value;
    }
    String base64 = value.substring(ENCODED.length(), value.length() - END.length());
    try {
      if (base64.length() % 4 != 0) {
        throw RpcError.headerMismatch("the header " + header + " is cut off base64");
      }
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw RpcError.headerMismatch("the header " + header + " is no base64");
    }
  }
}
