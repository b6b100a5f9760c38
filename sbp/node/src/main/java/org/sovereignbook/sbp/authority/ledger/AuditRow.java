package org.sovereignbook.sbp.authority.ledger;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Decision on a call, or step of a grant's life.
 *
 * @param agent the calling agent's 64 hex digits
 * @param tool such as {@code task_claim}
 * @param arguments kept as their hash only
 * @param decision {@code allow} or {@code deny}; for a grant {@code created}, {@code used} and so
 *     on
 * @param reason the reason, in a few words of the program's own
 * @param more optional facts
 */
public record AuditRow(
    Authority authority,
    Optional<String> agent,
    String tool,
    JsonObject arguments,
    String decision,
    String reason,
    More more) {
  public static final String ALLOW = "allow";
  public static final String DENY = "deny";

  /**
   * Facts that only some decisions have.
   *
   * @param event the event that was decided on
   * @param detail the facts that the decision rested on, such as policies and what they allow;
   *     integers and texts only
   * @param grant the grant whose life the row belongs to
   * @param tookMicros the duration of the decision, in microseconds
   */
  public record More(
      Optional<String> event,
      Optional<JsonObject> detail,
      Optional<String> grant,
      Optional<Long> tookMicros) {
    static final More NOTHING =
        new More(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  public AuditRow(
      Authority authority,
      Optional<String> agent,
      String tool,
      JsonObject arguments,
      boolean isAllowed,
      String reason) {
    this(authority, agent, tool, arguments, isAllowed ? ALLOW : DENY, reason, More.NOTHING);
  }

  /** Returns the row of a step in a grant's life. */
  public static AuditRow ofGrant(Authority actor, String grant, String step, String reason) {
    return new AuditRow(
        actor,
        actor.principal().agentId(),
        "grant",
        JsonObject.empty(),
        step,
        reason,
        new More(Optional.empty(), Optional.empty(), Optional.of(grant), Optional.empty()));
  }

  public AuditRow with(More all) {
    return new AuditRow(authority, agent, tool, arguments, decision, reason, all);
  }

  public AuditRow on(String event) {
    return with(new More(Optional.of(event), more.detail(), more.grant(), more.tookMicros()));
  }

  /** Returns a copy with the facts that the decision rested on and its duration in microseconds. */
  public AuditRow because(JsonObject detail, long micros) {
    return with(new More(more.event(), Optional.of(detail), more.grant(), Optional.of(micros)));
  }
}
