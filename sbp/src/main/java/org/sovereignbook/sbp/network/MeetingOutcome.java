package org.sovereignbook.sbp.network;

import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.json.Words;

/** How it went when the operator pointed at a peer. Written in lower case. */
@Shape.Def("meeting")
public enum MeetingOutcome {
  /** Something changed. */
  DONE,
  /** All of it was so already; nothing changed. */
  ALREADY,
  /** Nobody answered there, or not with 200. */
  UNREACHABLE,
  /** What answered is no valid identity document. */
  INVALID,
  /** The peer is blocked, and stays so. */
  BLOCKED,
  /** The endpoint is this node's own. */
  OURSELVES,
  /** The document may not take the place of the one that is held, or the table is damaged. */
  REFUSED;

  /** Whether the peer is now followed. */
  public boolean isSuccess() {
    return this == DONE || this == ALREADY;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
