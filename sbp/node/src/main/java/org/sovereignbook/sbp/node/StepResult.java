package org.sovereignbook.sbp.node;

import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/** Result of a step, for the terminal, for {@code --json}, and for a later ledger: a record. */
public interface StepResult {

  /**
   * Returns whether there was nothing to do; the command then ends with exit code 3 (CHOICES 10).
   */
  boolean idle();

  /** Returns one line for a person. */
  String summary();

  /** Returns the result of a step beside which features have sent so much. */
  default StepResult with(int sentByFeatures) {
    return this;
  }

  /** Returns the components as data; documented, only ever extended. */
  default JsonObject toJson() {
    return Shape.write((Record) this);
  }
}
