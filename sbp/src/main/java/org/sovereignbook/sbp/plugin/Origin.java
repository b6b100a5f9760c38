package org.sovereignbook.sbp.plugin;

import org.sovereignbook.sbp.json.Words;

/** Where a plugin was found; the earlier one wins when two are the same. Written in lower case. */
public enum Origin {
  /** {@code runtime/plugins/} of the node. */
  NODE,
  /** The user's own folder, for all nodes. */
  USER,
  /** Part of the program, and trusted as the program is. */
  BUNDLED;

  @Override
  public String toString() {
    return Words.of(this);
  }
}
