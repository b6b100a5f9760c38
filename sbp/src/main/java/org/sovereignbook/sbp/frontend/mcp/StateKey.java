package org.sovereignbook.sbp.frontend.mcp;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;

/**
 * The secret that signs what clients keep for a node's server: every process of the node has it.
 */
final class StateKey {
  private StateKey() {}

  /** From a signature of the node's that is always the same, and never leaves it. */
  static byte[] of(Node node) {
    KeyPair keys = node.keys();
    JsonObject purpose =
        JsonObject.builder()
            .put("purpose", "sbp mcp request state 1")
            .put("public_key", keys.publicKey().toString())
            .build();
    String signed = JsonWriter.compact(Signing.sign(purpose, keys, "public_key"));
    String hash = ContentHash.ofBytes(signed.getBytes(StandardCharsets.UTF_8)).hex();
    return HexFormat.of().parseHex(hash);
  }
}
