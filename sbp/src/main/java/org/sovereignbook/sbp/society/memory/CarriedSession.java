package org.sovereignbook.sbp.society.memory;

import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** End of a session in a bundle of an agent's memory: one link of its chain. */
@Shape.Def("carried_session")
public record CarriedSession(
    long sessionCount, String contentHash, String previousHash, String chainHash, Timestamp at) {
  boolean isSame(CarriedSession other) {
    return sessionCount == other.sessionCount && chainHash.equals(other.chainHash);
  }
}
