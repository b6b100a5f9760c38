package org.sovereignbook.sbp.plugins.hooks;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * The run of one hook for one event: its state and its outcome. A pair of event and hook has at
 * most one run.
 *
 * @param depth the number of hooks between this run and the event from outside
 * @param leaseUntil when its starter must have ended it
 * @param answerId the content with its output
 */
public record HookRun(
    @Rows.Serial @Shape.Hidden long number,
    String id,
    String hook,
    String event,
    @Shape.Hidden boolean isGate,
    @Shape.Hidden State state,
    Optional<String> reason,
    @Shape.Hidden long depth,
    @Shape.Named("at") Instant createdAt,
    @Shape.Hidden Optional<Instant> startedAt,
    @Shape.Hidden Optional<Instant> endedAt,
    @Shape.Hidden Optional<Instant> leaseUntil,
    @Shape.Hidden Optional<String> answerId,
    long calls,
    long inputTokens,
    long outputTokens) {

  /** Column of a run that a policy delays. */
  private record Delay(Optional<Long> notBeforeMs) {}

  static final Rows<HookRun> ROWS =
      new Rows<>("hook_run", HookRun.class, Map.of("event", "event_id"));

  /** The state of a run. */
  public enum State {
    PENDING,
    /** Its program runs, or was running when its process died. */
    STARTED,
    FIRED,
    /** The hook answered that there is nothing to do. */
    QUIET,
    FAILED,
    TIMEOUT,
    /** The script differs from the accepted one. */
    REFUSED,
    /** Its answer exceeds the rights of the event or of the hook. */
    DENIED,
    /** No program was started, for the recorded reason. */
    SKIPPED,
    /** A gate did not fire, so the event was not passed on. */
    HELD,
    /** Its process died together with its starter; effects outside this node are unknown. */
    UNKNOWN;

    @Override
    public String toString() {
      return Words.of(this);
    }

    /** Returns whether the state counts as an error for the circuit breaker. */
    boolean isError() {
      return this == FAILED || this == TIMEOUT || this == REFUSED || this == DENIED;
    }
  }

  /** Returns the subject of events about the run. */
  Subject subject() {
    return subject(id);
  }

  static Subject subject(String id) {
    return new Subject("hook_run", id);
  }

  /** Returns the newest runs, at most {@code most}. */
  public static List<HookRun> newest(Transaction tx, Optional<String> hook, int most) {
    return newest(tx, hook, Optional.empty(), most);
  }

  /** Returns the newest runs before a number, at most {@code most}. */
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

  /** Returns the run with this id. */
  public static Optional<HookRun> find(Transaction tx, String id) {
    return ROWS.first(tx, "WHERE id = ?", id);
  }

  /**
   * Adds a run that is to start, or one that never will.
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
    HookRun run =
        new HookRun(
            0,
            tx.newId(),
            hook.name(),
            event,
            hook.declaration().isGate(),
            state,
            reason,
            depth,
            tx.now(),
            Optional.empty(),
            state == State.PENDING ? Optional.empty() : Optional.of(tx.now()),
            Optional.empty(),
            Optional.empty(),
            0,
            0,
            0);
    return ROWS.insertIfNew(
        tx,
        run,
        tx.cause(authority),
        new Delay(Access.notBefore(authority).map(Instant::toEpochMilli)));
  }

  /** Ends the run. */
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
