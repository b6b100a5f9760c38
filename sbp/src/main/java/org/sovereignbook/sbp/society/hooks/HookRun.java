package org.sovereignbook.sbp.society.hooks;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/**
 * One event, one hook: whether it ran and what came of it. There is at most one for both, ever.
 *
 * @param depth how many hooks stand between it and what came from outside
 * @param leaseUntilMs when whoever started it must have ended it
 * @param answerId the content that it printed
 */
public record HookRun(
    long number,
    String id,
    String hook,
    String event,
    boolean isGate,
    State state,
    Optional<String> reason,
    long depth,
    long createdMs,
    Optional<Long> startedMs,
    Optional<Long> endedMs,
    Optional<Long> leaseUntilMs,
    Optional<String> answerId,
    long calls,
    long inputTokens,
    long outputTokens) {
  static final Rows<HookRun> ROWS =
      new Rows<>("hook_run", HookRun.class, Map.of("event", "event_id"));

  /** How far it has come. */
  public enum State {
    PENDING,
    /** Its program runs, or ran when its process died. */
    STARTED,
    FIRED,
    /** It said that there is nothing to do. */
    QUIET,
    FAILED,
    TIMEOUT,
    /** Its script is not what was accepted. */
    REFUSED,
    /** What it wanted is more than the event may cause, or the hook may do. */
    DENIED,
    /** Nothing was started; the reason says why. */
    SKIPPED,
    /** A gate did not let the event pass. */
    HELD,
    /** Its process died with whoever started it: what it did outside nobody knows. */
    UNKNOWN;

    @Override
    public String toString() {
      return Words.of(this);
    }

    /** Whether it counts towards the circuit breaker. */
    boolean isError() {
      return this == FAILED || this == TIMEOUT || this == REFUSED || this == DENIED;
    }
  }

  /** What events about it are about. */
  Subject subject() {
    return subject(id);
  }

  static Subject subject(String id) {
    return new Subject("hook_run", id);
  }

  /** The newest, at most so many. */
  public static List<HookRun> newest(Transaction tx, Optional<String> hook, int most) {
    return newest(tx, hook, Optional.empty(), most);
  }

  /** The same before a number. */
  public static List<HookRun> newest(
      Transaction tx, Optional<String> hook, Optional<Long> before, int most) {
    long below = before.orElse(Long.MAX_VALUE);
    return hook.isPresent()
        ? ROWS.list(
            tx,
            "WHERE hook = ? AND number < ? ORDER BY number DESC LIMIT ?",
            hook.get(),
            below,
            most)
        : ROWS.list(tx, "WHERE number < ? ORDER BY number DESC LIMIT ?", below, most);
  }

  /** The one of this id. */
  public static Optional<HookRun> find(Transaction tx, String id) {
    return ROWS.first(tx, "WHERE id = ?", id);
  }

  /**
   * Adds one that is to run, or one that never will.
   *
   * @return whether it is new
   */
  static boolean add(
      Transaction tx,
      Hook hook,
      String event,
      Authority authority,
      long depth,
      State state,
      Optional<String> reason) {
    return tx.update(
            "INSERT INTO hook_run (id, hook, event_id, is_gate, state, reason, depth,"
                + " created_ms, ended_ms, calls, input_tokens, output_tokens, principal,"
                + " authority_id, not_before_ms)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?)"
                + " ON CONFLICT (hook, event_id) DO NOTHING",
            tx.newId(),
            hook.name(),
            event,
            hook.declaration().isGate() ? 1 : 0,
            state.toString(),
            reason,
            depth,
            tx.nowMs(),
            state == State.PENDING ? Optional.empty() : Optional.of(tx.nowMs()),
            authority.principal().text(),
            tx.keep(authority),
            Access.notBefore(authority).map(Instant::toEpochMilli))
        > 0;
  }

  /** Ends it. */
  void end(Transaction tx, State as, Optional<String> why, Optional<String> answer) {
    tx.update(
        "UPDATE hook_run SET state = ?, reason = ?, answer_id = ?, ended_ms = ?,"
            + " lease_until_ms = NULL WHERE id = ?",
        as.toString(),
        why,
        answer,
        tx.nowMs(),
        id);
  }
}
