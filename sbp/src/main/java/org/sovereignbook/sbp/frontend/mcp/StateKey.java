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
 * The key that signs state kept by clients of a node's server; the same in every process of the
 * node.
 */
final class StateKey {
  private StateKey() {}

  /** Derives the key from a signature of the node that is always the same, and never published. */
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
