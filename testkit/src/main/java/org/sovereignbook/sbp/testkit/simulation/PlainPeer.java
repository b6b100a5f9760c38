package org.sovereignbook.sbp.testkit.simulation;

import java.util.Map;

/** A row of peers.md, as people read it. */
record PlainPeer(Map<String, String> row) {
  PlainPeer {
    row = Map.copyOf(row);
  }

  String key() {
    return row.getOrDefault("public_key", "");
  }

  String endpoint() {
    return row.getOrDefault("endpoint", "");
  }

  boolean isBlocked() {
    return has("trust", "blocked");
  }

  boolean isUnknown() {
    return has("trust", "unknown");
  }

  /** Returns whether the node follows the peer. */
  boolean isFollowed() {
    return has("subscribed", "true");
  }

  /** Returns whether the peer follows the node. */
  boolean isFollower() {
    return has("subscriber", "true");
  }

  /** Returns whether a third node has told of it, and neither follows the other. */
  boolean isHearsay() {
    return has("known_by", "peers") && !row.containsValue("true");
  }

  private boolean has(String column, String value) {
    return value.equals(row.get(column));
  }
}
