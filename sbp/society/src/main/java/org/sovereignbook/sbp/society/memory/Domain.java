package org.sovereignbook.sbp.society.memory;

import org.sovereignbook.sbp.base.json.Words;

/** Kind of use of an item, which decides how long it is kept. */
public enum Domain {
  /** Valid for long: principles, preferences, archives. Kept. */
  VALUE,
  /** How things are done. Kept while it is used. */
  PROCEDURAL,
  /** State of some work. Kept for days, unless a group has it. */
  INTERRUPT;

  @Override
  public String toString() {
    return Words.of(this);
  }
}
