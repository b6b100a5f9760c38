package org.sovereignbook.sbp.authority.access;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.AuditEntry;
import org.sovereignbook.sbp.authority.ledger.AuditLog;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Decision as the audit log keeps it (docs/audit.md), independent of today's policies.
 *
 * @param detail the facts that it rested on
 */
public record RecordedDecision(AuditEntry entry, JsonObject detail) {
  private static final int MOST = 100;

  /** Contribution of one policy. */
  public record Heard(String policy, boolean matched, boolean denied, boolean decided) {}

  /** Returns all decisions on an event, the one that admitted the event first. */
  public static List<RecordedDecision> of(Transaction tx, StoredEvent event) {
    AuditLog log = new AuditLog(tx);
    Optional<String> none = Optional.empty();
    List<AuditEntry> entries =
        log.before(
            Long.MAX_VALUE,
            new AuditLog.Filter(
                none,
                none,
                none,
                Optional.of(event.id()),
                none,
                Optional.empty(),
                Optional.empty()),
            MOST);
    if (entries.isEmpty()) {
      // The event of a call was decided together with the call, in the same transaction.
      entries =
          log.of(event.principal(), event.atMs(), MOST).stream()
              .filter(entry -> entry.said().authorityId().equals(event.authority()))
              .toList();
    }
    List<RecordedDecision> recorded = new ArrayList<>();
    for (AuditEntry entry : entries.reversed()) {
      Optional<JsonObject> detail = log.detail(entry);
      if (detail.isPresent()) {
        recorded.add(new RecordedDecision(entry, detail.get()));
      }
    }
    return recorded;
  }

  /** Returns the policies in order of evaluation. */
  public List<Heard> policies() {
    List<String> matched = AccessOutcome.list(detail, "matched");
    List<String> denied = AccessOutcome.list(detail, "denied");
    List<String> evaluated = AccessOutcome.list(detail, "evaluated");
    String row = entry.said().reason();
    String decided = evaluated.contains(row) ? row : outcome().reason();
    return evaluated.stream()
        .map(
            name ->
                new Heard(
                    name, matched.contains(name), denied.contains(name), name.equals(decided)))
        .toList();
  }

  private AccessOutcome outcome() {
    return AccessOutcome.of(detail);
  }

  /**
   * Returns the result of the policies, and any other reason for a refusal, in sentences for
   * people.
   */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>(outcome().sentences());
    AuditEntry.Said said = entry.said();
    if (outcome().isAllowed() && said.decision().equals(AuditRow.DENY)) {
      sentences.add("%s is refused all the same: %s".formatted(said.tool(), said.reason()));
    } else if (!outcome().reason().equals(said.reason())) {
      sentences.add("on %s itself decided: %s".formatted(said.tool(), said.reason()));
    }
    return sentences;
  }

  /** Returns the recorded circumstances at the time of the decision. */
  public Circumstances where(ZonedDateTime then) {
    return new Circumstances(
        entry.said().channel(),
        detail.string("peer_kind"),
        detail.string("peer_id"),
        detail.string("account"),
        detail.string("guild"),
        detail.string("event_type"),
        detail.string("hook_id"),
        then);
  }

  /**
   * Returns a sentence for each point in which today's policies decide differently; empty when
   * there is none.
   */
  public List<String> differences(PolicySet policies, AccessDecision today) {
    List<String> all = new ArrayList<>(outcome().differences(AccessOutcome.of(today)));
    List<String> matched = AccessOutcome.list(detail, "matched");
    List<String> evaluated = AccessOutcome.list(detail, "evaluated");
    List<String> known = policies.names();
    for (String name : matched) {
      if (!known.contains(name)) {
        all.add(name + " matched then, and is no policy any more");
      }
    }
    for (Explanation.PolicyStep step : Explanation.of(policies, today).steps()) {
      if (step.matched() && !matched.contains(step.policy())) {
        all.add(
            "%s (%s) matches today, and %s then: %s"
                .formatted(
                    step.policy(),
                    step.place(),
                    evaluated.contains(step.policy()) ? "did not" : "was no policy",
                    step.why()));
      } else if (!step.matched() && matched.contains(step.policy())) {
        all.add(
            "%s (%s) matched then, and does not today: %s"
                .formatted(step.policy(), step.place(), step.why()));
      }
    }
    return all;
  }
}
