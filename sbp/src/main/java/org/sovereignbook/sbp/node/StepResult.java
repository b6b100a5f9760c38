package org.sovereignbook.sbp.node;

import org.sovereignbook.sbp.json.JsonObject;

/** What a step did, for the terminal, for {@code --json}, and for a later ledger. */
public interface StepResult {

  /** Whether there was nothing to do; the command then ends with exit code 3 (CHOICES 10). */
  boolean idle();

  /** One line for a person. */
  String summary();

  /** The same as data; documented, only ever extended. */
  JsonObject toJson();
}
