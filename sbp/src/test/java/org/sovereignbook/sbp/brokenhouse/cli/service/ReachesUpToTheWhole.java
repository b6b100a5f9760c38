package org.sovereignbook.sbp.brokenhouse.cli.service;

import org.sovereignbook.sbp.brokenhouse.cli.UsesItsPart;

/** Uses the room that it is a part of. */
public record ReachesUpToTheWhole(String text) {
  public UsesItsPart up() {
    return new UsesItsPart(this);
  }
}
