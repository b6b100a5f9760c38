package org.sovereignbook.sbp.society.memory;

import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;

/** End of a session in a bundle of an agent's memory: one link of its chain. */
@Shape.Def("carried_session")
public record CarriedSession(
    long sessionCount, String contentHash, String previousHash, String chainHash, Timestamp at) {
  /** Returns the same end with a time of the other node's clock between two of this node's. */
  public CarriedSession within(Timestamp earliest, Timestamp now) {
    return new CarriedSession(
        sessionCount, contentHash, previousHash, chainHash, TimeJudge.between(at, earliest, now));
  }

  boolean isSame(CarriedSession other) {
    return sessionCount == other.sessionCount && chainHash.equals(other.chainHash);
  }
}
