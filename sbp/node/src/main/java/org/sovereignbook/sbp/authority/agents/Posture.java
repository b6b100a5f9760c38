package org.sovereignbook.sbp.authority.agents;

import org.sovereignbook.sbp.base.json.Words;

/** Posture of a member in a group (CORDELIA, glossary). */
public enum Posture {
  /** Reads, writes, is sent events. */
  ACTIVE,
  /** Is sent no events. */
  SILENT,
  /** Receives only: the member changes no memory but its own hot context, in any group. */
  EMCON;

  @Override
  public String toString() {
    return Words.of(this);
  }
}
