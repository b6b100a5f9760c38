package org.sovereignbook.sbp.brokenhouse.json;

import org.sovereignbook.sbp.brokenhouse.protocol.UsesJson;

/** Breaks the floors, and with {@link UsesJson} makes a cycle. */
public record ReachesUp(String text) {
  public UsesJson up() {
    return new UsesJson(this);
  }
}
