package org.sovereignbook.sbp.node;

import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/** What a step did, for the terminal, for {@code --json}, and for a later ledger: a record. */
public interface StepResult {

  /** Whether there was nothing to do; the command then ends with exit code 3 (CHOICES 10). */
  boolean idle();

  /** One line for a person. */
  String summary();

  /** The same as data: its components; documented, only ever extended. */
  default JsonObject toJson() {
    return Shape.write((Record) this);
  }
}
