package org.sovereignbook.sbp.net.mcp;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Supported revision of the protocol. */
enum McpRevision {
  JUNE_2025("2025-06-18"),
  NOVEMBER_2025("2025-11-25"),
  /** No handshake and no session: each request is self-contained. */
  JULY_2026("2026-07-28");

  private final String date;

  McpRevision(String date) {
    this.date = date;
  }

  /** Newest revision with a handshake, offered to clients that ask for an unknown one. */
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
