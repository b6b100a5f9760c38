package org.sovereignbook.sbp.scheduler;

import java.util.Optional;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * One run of one component.
 *
 * @param why the sentence of {@link Verdict#why}
 * @param exitCode empty when the command did not end by itself
 */
public record ComponentRun(
    String component,
    Verdict.Trigger trigger,
    String why,
    Outcome outcome,
    Optional<Integer> exitCode,
    Timestamp startedAt,
    long durationSeconds) {

  /** One line for a person. */
  @Override
  public String toString() {
    String code =
        outcome == Outcome.FAILED && exitCode.isPresent()
            ? " (exit code " + exitCode.get() + ")"
            : "";
    return component + ": " + outcome + code + " in " + durationSeconds + " s";
  }
}
