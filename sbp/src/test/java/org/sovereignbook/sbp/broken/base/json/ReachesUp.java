package org.sovereignbook.sbp.broken.base.json;

import org.sovereignbook.sbp.broken.base.protocol.UsesJson;

/** One half of a cycle between packages of a group. */
public record ReachesUp(String text) {
  public UsesJson up() {
    return new UsesJson(this);
  }
}
