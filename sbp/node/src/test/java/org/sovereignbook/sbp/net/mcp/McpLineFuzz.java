package org.sovereignbook.sbp.net.mcp;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: a line of a client of MCP, or of an editor. */
public final class McpLineFuzz {
  private McpLineFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    RpcMessage message = RpcMessage.parse(input);
    Fuzzed.same(message.toString(), RpcMessage.parse(input).toString());
    if (message instanceof RpcMessage.Invalid(var id, var _)) {
      id.ifPresent(
          one ->
              Fuzzed.same(
                  one, Fuzzed.json(JsonWriter.compact(one).getBytes(StandardCharsets.UTF_8))));
    }
  }
}
