package org.sovereignbook.sbp.net.mcp;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A revision of the protocol that this server speaks. */
enum McpRevision {
  JUNE_2025("2025-06-18"),
  NOVEMBER_2025("2025-11-25"),
  /** No handshake and no session: each request says all about itself. */
  JULY_2026("2026-07-28");

  private final String date;

  McpRevision(String date) {
    this.date = date;
  }

  /**
   * The newest one that begins with a handshake: what is answered to a client that asks for others.
   */
  static final McpRevision NEWEST_WITH_HANDSHAKE = NOVEMBER_2025;

  static Optional<McpRevision> of(String date) {
    return Arrays.stream(values()).filter(revision -> revision.date.equals(date)).findFirst();
  }

  boolean hasHandshake() {
    return this != JULY_2026;
  }

  /** Returns the dates of all revisions, newest first. */
  static List<String> dates() {
    return Arrays.stream(values())
        .sorted(Comparator.reverseOrder())
        .map(McpRevision::toString)
        .toList();
  }

  /** Returns the date as it is written on the wire. */
  @Override
  public String toString() {
    return date;
  }
}
