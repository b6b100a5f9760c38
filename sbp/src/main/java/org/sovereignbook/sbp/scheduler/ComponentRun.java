package org.sovereignbook.sbp.scheduler;

import java.time.Duration;
import java.util.OptionalInt;
import org.sovereignbook.sbp.json.JsonObject;
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
    OptionalInt exitCode,
    Timestamp startedAt,
    Duration duration) {

  /** One line for a person. */
  @Override
  public String toString() {
    String code =
        outcome == Outcome.FAILED && exitCode.isPresent()
            ? " (exit code " + exitCode.getAsInt() + ")"
            : "";
    return component + ": " + outcome + code + " in " + duration.toSeconds() + " s";
  }

  JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("component", component)
            .put("trigger", trigger.name().toLowerCase(java.util.Locale.ROOT))
            .put("why", why)
            .put("outcome", outcome.toString());
    exitCode.ifPresent(code -> json.put("exit_code", code));
    return json.put("started_at", startedAt.toString())
        .put("duration_seconds", duration.toSeconds())
        .build();
  }
}
