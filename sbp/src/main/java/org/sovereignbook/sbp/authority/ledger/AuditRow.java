package org.sovereignbook.sbp.authority.ledger;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * One decision on a call, or one step of a grant's life.
 *
 * @param agent the calling agent's 64 hex digits
 * @param tool such as {@code task_claim}
 * @param arguments kept as their hash only
 * @param decision {@code allow} or {@code deny}; of a grant {@code created}, {@code used} and so on
 * @param reason why, in a few words of the program's own
 * @param more what else is known
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
   * What not every decision has.
   *
   * @param event what was decided on
   * @param detail what it rested on: policies, what they allow; integers and texts only
   * @param grant whose life it belongs to
   * @param tookMicros how long it took to decide
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

  /** A step of a grant's life. */
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

  /** The same, with all that is known of the decision. */
  public AuditRow with(More all) {
    return new AuditRow(authority, agent, tool, arguments, decision, reason, all);
  }

  /** The same, on an event. */
  public AuditRow on(String event) {
    return with(new More(Optional.of(event), more.detail(), more.grant(), more.tookMicros()));
  }

  /** The same, resting on this, decided in so many microseconds. */
  public AuditRow because(JsonObject detail, long micros) {
    return with(new More(more.event(), Optional.of(detail), more.grant(), Optional.of(micros)));
  }
}
