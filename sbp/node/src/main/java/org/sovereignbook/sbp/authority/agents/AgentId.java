package org.sovereignbook.sbp.authority.agents;

import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonText;

/**
 * Identifier of an agent in Cordelia (CORDELIA §1.2): the SHA-256 of its raw public key, 64
 * lower-case hex digits. The same key has the {@code sbp1:} fingerprint.
 */
public record AgentId(String hex) implements Comparable<AgentId>, JsonText {
  public AgentId {
    // Checks the digits, with the error message of ContentHash.
    hex = new ContentHash(hex).hex();
  }

  public static AgentId parse(String hex) {
    return new AgentId(hex);
  }

  public static AgentId of(PublicKey key) {
    return new AgentId(ContentHash.ofBytes(key.bytes()).hex());
  }

  @Override
  public int compareTo(AgentId other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return hex;
  }
}
