package org.sovereignbook.sbp.net.mcp;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Properties that a client has declared, by its handshake or with the request.
 *
 * @param capabilities the features that it offers to the server
 * @param logLevel the least level of log messages that it wants; empty for none
 */
record McpClient(McpRevision revision, JsonObject capabilities, Optional<String> logLevel) {
  static final String PREFIX = "io.modelcontextprotocol/";
  static final String VERSION = PREFIX + "protocolVersion";
  private static final String CAPABILITIES = PREFIX + "clientCapabilities";
  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  /** Reads the properties from a request of a revision without handshake. */
  static McpClient of(RpcMessage.Request request) throws RpcError {
    JsonObject meta = request.meta();
    Optional<String> version = meta.string(VERSION);
    if (version.isEmpty()) {
      throw RpcError.malformedRequest("_meta has no " + VERSION);
    }
    if (McpRevision.of(version.get()).filter(known -> !known.hasHandshake()).isEmpty()) {
      throw RpcError.unsupportedVersion(version.get());
    }
    JsonObject capabilities =
        meta.object(CAPABILITIES)
            .orElseThrow(() -> RpcError.malformedRequest("_meta has no " + CAPABILITIES));
    return new McpClient(
        McpRevision.JULY_2026,
        capabilities,
        meta.string(PREFIX + "logLevel").filter(LEVELS::contains));
  }

  boolean can(String capability) {
    return capabilities.has(capability);
  }

  boolean hears(String level) {
    return logLevel.filter(least -> LEVELS.indexOf(level) >= LEVELS.indexOf(least)).isPresent();
  }

  McpClient withLogLevel(String level) throws RpcError {
    if (!LEVELS.contains(level)) {
      throw RpcError.invalidParams("expected level to be one of " + String.join(", ", LEVELS));
    }
    return new McpClient(revision, capabilities, Optional.of(level));
  }
}
