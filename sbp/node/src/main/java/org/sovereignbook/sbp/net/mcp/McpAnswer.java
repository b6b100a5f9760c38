package org.sovereignbook.sbp.net.mcp;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** Outgoing message: one line, of a bounded size. */
final class McpAnswer {
  private McpAnswer() {}

  /** Returns the message, or an error in its place when it is longer than the limit. */
  static byte[] bytes(JsonObject message, McpLimits limits) {
    byte[] bytes = JsonWriter.compact(message).getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= limits.maxAnswerBytes() || !message.has("id")) {
      return bytes;
    }
    RpcError tooLong =
        RpcError.tooMany(
            "the answer has more than " + limits.maxAnswerBytes() + " bytes; ask for less");
    return JsonWriter.compact(RpcMessage.error(message.get("id"), tooLong))
        .getBytes(StandardCharsets.UTF_8);
  }
}
