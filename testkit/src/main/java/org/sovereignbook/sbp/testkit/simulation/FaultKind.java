package org.sovereignbook.sbp.testkit.simulation;

/** Kind of fault that a simulation injects. */
enum FaultKind {
  /** A request never arrives. */
  LOSS,
  /** A request or an answer takes seconds to minutes. */
  DELAY,
  /** A request arrives twice, once again up to days later. */
  DUPLICATE,
  /** A peer has taken a request, and its answer is lost. */
  LOST_ANSWER,
  /** Something in front of the peer answers with a page, or with no receipt. */
  PROXY,
  /** Two groups of nodes cannot reach each other for hours. */
  PARTITION,
  /** One group cannot reach another, which can reach it. */
  ONE_WAY,
  /** A machine dies at some operation of its disk and starts again later. */
  CRASH,
  /** A machine starts again from a copy of its disk that is hours old. */
  OLD_BACKUP,
  /** A disk is full for hours. */
  FULL_DISK,
  /** A clock jumps, by up to days. */
  CLOCK,
  /** A node moves to another endpoint. */
  MOVE,
  /** A node hands over to its next key. */
  ROTATE,
  /** An operator blocks a peer, and later perhaps unblocks it. */
  BLOCK,
  /** An operator edits peers.md in a text editor. */
  EDIT,
  /** One node in ten lies, forges, replays and floods. */
  HOSTILE
}
