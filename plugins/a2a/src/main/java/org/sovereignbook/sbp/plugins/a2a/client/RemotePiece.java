package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Instant;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Piece of what a remote agent says while it works. All of it is data of that agent.
 *
 * @param artifact its id there; empty for the words of a state
 * @param upto how many characters of the artifact have come with it
 */
record RemotePiece(
    String work, int number, String artifact, long upto, String contentId, Instant at) {
  static final Rows<RemotePiece> ROWS = new Rows<>("a2a_heard", RemotePiece.class);

  /**
   * Text as it came.
   *
   * @param isMore whether it continues its artifact; otherwise it is all of that so far
   */
  record Said(String artifact, String text, boolean isMore) {
    boolean isOfState() {
      return artifact.isEmpty();
    }
  }
}
