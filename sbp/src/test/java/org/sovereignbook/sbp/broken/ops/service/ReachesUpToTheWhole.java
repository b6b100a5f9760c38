package org.sovereignbook.sbp.broken.ops.service;

import org.sovereignbook.sbp.broken.cli.UsesItsPart;

/** A use of a higher group. */
public record ReachesUpToTheWhole(String text) {
  public UsesItsPart up() {
    return new UsesItsPart(this);
  }
}
