package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.node.TimeJudge;

/** State changes of runs in the ledger. Each method belongs in a transaction of its own. */
final class HookRuns {
  private static final Duration HOUR = Duration.ofHours(1);

  /** How long a run waits for a machine that has its script. */
  private static final Duration ELSEWHERE = Duration.ofMinutes(30);

  /** Added to the time limit of a run: for starting it, ending it and recording its outcome. */
  private static final Duration BESIDE = Duration.ofSeconds(60);

  /** The longest delay by a policy, above any quiet hours within a week. */
  private static final Duration LONGEST_DELAY = Duration.ofDays(8);

  private static final String NO_OPEN_GATE =
      "NOT EXISTS (SELECT 1 FROM hook_run g WHERE g.event_id = hook_run.event_id"
          + " AND g.is_gate = 1 AND g.id <> hook_run.id AND g.state IN ('pending', 'started'))";

  /** A pending run is due unless a policy has delayed it and that time is still ahead. */
  static final String IS_DUE =
      "state = 'pending' AND (not_before_ms IS NULL OR NOT "
          + Ahead.isAhead("not_before_ms", LONGEST_DELAY)
          + ") AND "
          + SetAsides.isNotAside(SetAsides.ItemList.HOOK, "hook_run.id");

  /** A run whose lease can still be valid. */
  static final String IS_GOING_ON =
      Ahead.isAhead(
          "lease_until_ms", Duration.ofSeconds(HooksSettings.MAX_RUN_SECONDS).plus(BESIDE));

  private HookRuns() {}

  /**
   * Ends runs whose process died together with its starter. Their effects outside are unknown, so
   * they are not repeated.
   *
   * @param abandoned runs known to be abandoned; all others count as abandoned when their lease has
   *     ended
   * @return how many were ended
   */
  static int orphans(Transaction tx, List<String> abandoned) {
    for (String run : abandoned) {
      tx.update("UPDATE hook_run SET lease_until_ms = 0 WHERE id = ? AND state = 'started'", run);
    }
    List<HookRun> orphans =
        new SetAsides(tx)
            .rows(
                SetAsides.ItemList.HOOK,
                "orphans",
                HookRun.ROWS,
                "hook_run.id",
                "WHERE state = 'started' AND NOT "
                    + IS_GOING_ON
                    + " AND "
                    + SetAsides.isNotAside(SetAsides.ItemList.HOOK, "hook_run.id")
                    + tx.dialect().skipLocked(),
                tx.nowMs());
    new SetAsides(tx)
        .each(SetAsides.ItemList.HOOK, "orphans", orphans, HookRun::id, run -> orphaned(tx, run));
    return orphans.size();
  }

  private static void orphaned(Transaction tx, HookRun run) {
    run.end(
        tx,
        HookRun.State.UNKNOWN,
        Optional.of("its process died; its effects outside this node are unknown"),
        Optional.empty());
    emit(tx, run, "unknown", Authority.SYSTEM);
  }

  /** Ends pending runs whose event was stopped by a gate. */
  static void hold(Transaction tx) {
    tx.update(
        "UPDATE hook_run SET state = 'held', ended_ms = ?, reason = 'a gate did not let the"
            + " event pass' WHERE state = 'pending' AND is_gate = 0 AND EXISTS (SELECT 1 FROM"
            + " hook_run g WHERE g.event_id = hook_run.event_id AND g.is_gate = 1"
            + " AND g.state NOT IN ('pending', 'started', 'fired'))",
        tx.nowMs());
  }

  /** Returns the hooks that have a run to start; gates come first. */
  static List<String> waiting(Transaction tx) {
    List<String> gates =
        tx.texts(
            "SELECT DISTINCT hook FROM hook_run WHERE " + IS_DUE + " AND is_gate = 1", tx.nowMs());
    return gates.isEmpty()
        ? tx.texts(
            "SELECT DISTINCT hook FROM hook_run WHERE "
                + IS_DUE
                + " AND is_gate = 0 AND "
                + NO_OPEN_GATE,
            tx.nowMs())
        : gates;
  }

  /** The result of claiming the next run of a hook. */
  sealed interface Next {
    /** No run is pending, or another process is running one. */
    record None() implements Next {}

    /** A run ended without being started. */
    record Settled() implements Next {}

    /** The caller has claimed a run. */
    record Ours(Claimed claimed) implements Next {}
  }

  /**
   * Claims the next run of a hook. A run that is not allowed ends here.
   *
   * @param isHere whether this machine has the accepted script; if not, another machine with the
   *     same database may have it and is given time to run it
   */
  static Next claim(Transaction tx, String name, boolean isHere) {
    lock(tx, name);
    Optional<HookRun> next =
        new SetAsides(tx)
                .rows(
                    SetAsides.ItemList.HOOK,
                    "claim",
                    HookRun.ROWS,
                    "hook_run.id",
                    "WHERE hook = ? AND "
                        + IS_DUE
                        + " AND (is_gate = 1 OR "
                        + NO_OPEN_GATE
                        + ") AND NOT EXISTS (SELECT 1 FROM hook_run s WHERE s.hook = hook_run.hook"
                        + " AND s.state = 'started') ORDER BY number LIMIT 1"
                        + tx.dialect().forUpdate(),
                    name,
                    tx.nowMs())
                .stream()
                .findFirst();
    Optional<Hook> hook = Hook.find(tx, name);
    if (next.isEmpty() || hook.isEmpty() || (!isHere && mayBeElsewhere(tx, next.get()))) {
      return new Next.None();
    }
    return SetAsides.one(
        SetAsides.ItemList.HOOK, next.get().id(), "claim", () -> claim(tx, next.get(), hook.get()));
  }

  private static Next claim(Transaction tx, HookRun next, Hook hook) {
    Optional<StoredEvent> event = tx.event(next.event());
    Optional<Agent> agent = Agents.find(tx, AgentId.parse(hook.agent()));
    Optional<String> why = hindrance(tx, hook, event, agent);
    if (why.isPresent()) {
      next.end(tx, HookRun.State.SKIPPED, why, Optional.empty());
      return new Next.Settled();
    }
    HookCause cause = HookCause.of(tx, hook, event.get());
    cause.audit(tx, hook, event.get());
    if (cause.refusal().isPresent()) {
      next.end(tx, HookRun.State.DENIED, cause.refusal(), Optional.empty());
      return new Next.Settled();
    }
    return new Next.Ours(start(tx, next, hook, event.get(), agent.get(), cause.authority()));
  }

  /** Locks the hook, on all machines, so that its runs stay in order. */
  private static void lock(Transaction tx, String hook) {
    tx.exists("SELECT 1 FROM hook WHERE name = ?" + tx.dialect().forUpdate(), hook);
  }

  private static boolean mayBeElsewhere(Transaction tx, HookRun run) {
    return tx.dialect() == Dialect.POSTGRES
        && TimeJudge.isPausing(run.createdAt().toEpochMilli(), ELSEWHERE, tx.nowMs());
  }

  private static Optional<String> hindrance(
      Transaction tx, Hook hook, Optional<StoredEvent> event, Optional<Agent> agent) {
    if (!hook.isEnabled()) {
      return Optional.of("the hook is " + hook.state());
    }
    if (hook.rests(tx.nowMs())) {
      return Optional.of("its circuit is open after " + Hook.MAX_ERRORS + " errors in a row");
    }
    if (event.isEmpty()) {
      return Optional.of("the event is gone");
    }
    if (agent.filter(it -> it.status().works()).isEmpty()) {
      return Optional.of("its agent does not work: sbp agent list");
    }
    long lately =
        tx.number(
            "SELECT COUNT(*) FROM hook_run WHERE hook = ? AND started_ms > ? AND "
                + Ahead.isPast("started_ms"),
            hook.name(),
            tx.nowMs() - HOUR.toMillis(),
            tx.nowMs());
    return lately >= hook.declaration().mostPerHour()
        ? Optional.of("it ran " + lately + " times within the hour (per_hour)")
        : Optional.empty();
  }

  private static Claimed start(
      Transaction tx, HookRun run, Hook hook, StoredEvent event, Agent agent, Authority authority) {
    Duration limit = hook.declaration().limit(tx.node().config());
    tx.update(
        "UPDATE hook_run SET state = 'started', started_ms = ?, lease_until_ms = ?, agent = ?,"
            + " sha256 = ?, authority_id = ? WHERE id = ?",
        tx.nowMs(),
        tx.nowMs() + limit.plus(BESIDE).toMillis(),
        hook.agent(),
        hook.sha256(),
        tx.keep(authority),
        run.id());
    tx.update(
        "UPDATE hook SET last_run_ms = ?,"
            + " opened_ms = CASE WHEN opened_ms IS NULL THEN NULL ELSE ? END WHERE name = ?",
        tx.nowMs(),
        tx.nowMs(),
        hook.name());
    Tokens.Issued token =
        Tokens.issue(
            tx,
            Caller.system(),
            agent,
            Globs.ALL,
            Optional.of(limit.plus(BESIDE)),
            new Tokens.Use(ProofRule.Purpose.RUN, ToolCall.HOOK));
    HookInput input = input(tx, run.id(), hook, event, authority);
    HookBounds bounds = HookBounds.of(tx, hook, agent, input.authority());
    return new Claimed(
        run, agent, input.within(bounds), bounds, token.token().id(), token.secret());
  }

  /** Returns the input that a run of this script would get for an event. */
  static HookInput trial(Transaction tx, HookScript script, StoredEvent event) {
    Hook hook = Hook.of(script, Hook.find(tx, script.name()), "", tx.nowMs(), 0, 0);
    return input(tx, "test", hook, event, HookCause.of(tx, hook, event).authority());
  }

  private static HookInput input(
      Transaction tx, String run, Hook hook, StoredEvent event, Authority authority) {
    return new HookInput(
        run,
        hook,
        event,
        new EventActors(tx).occurrence(event),
        authority,
        EventThread.content(tx, event));
  }

  /**
   * Ends a run whose program succeeded. Its actions are done in the same transaction, or not at
   * all.
   */
  static void answered(Transaction tx, Claimed claimed, HookAnswer answer, String printed) {
    if (!isOurs(tx, claimed)) {
      return;
    }
    revoke(tx, claimed);
    HookActions actions = HookActions.of(tx, claimed);
    if (answer.fire()) {
      emit(tx, claimed.run(), "fired", actions.caller().authority());
      actions.perform(answer);
    }
    Optional<String> kept =
        printed.isBlank()
            ? Optional.empty()
            : Optional.of(tx.keep(claimed.run().subject(), "answer", printed));
    claimed
        .run()
        .end(tx, answer.fire() ? HookRun.State.FIRED : HookRun.State.QUIET, Optional.empty(), kept);
    boolean isOver = answer.fire() && claimed.hook().declaration().isOneShot();
    boolean isUnwanted = answer.disable().orElse(false);
    tx.update(
        "UPDATE hook SET errors_in_row = 0, opened_ms = NULL, last_fired_ms = COALESCE(?,"
            + " last_fired_ms), state = COALESCE(?, state), reason = COALESCE(?, reason)"
            + " WHERE name = ?",
        answer.fire() ? Optional.of(tx.nowMs()) : Optional.empty(),
        isOver ? Optional.of("ended") : isUnwanted ? Optional.of("disabled") : Optional.empty(),
        isOver
            ? Optional.of("it has fired")
            : isUnwanted ? Optional.of("it asked for it") : Optional.empty(),
        claimed.hook().name());
  }

  /** Ends a run that failed. */
  static void failed(Transaction tx, Claimed claimed, HookRun.State as, String why) {
    if (!isOurs(tx, claimed)) {
      return;
    }
    revoke(tx, claimed);
    // The output may contain a secret of this node, and nothing else checks it.
    boolean tells = tx.node().secrets().in(why);
    claimed
        .run()
        .end(tx, as, Optional.of(tells ? "it printed a key of this node" : why), Optional.empty());
    long errors =
        tx.number(
            "UPDATE hook SET errors_in_row = errors_in_row + 1 WHERE name = ?"
                + " RETURNING errors_in_row",
            claimed.hook().name());
    if (errors >= Hook.MAX_ERRORS) {
      tx.update("UPDATE hook SET opened_ms = ? WHERE name = ?", tx.nowMs(), claimed.hook().name());
      emit(tx, claimed.run(), "circuit_opened", Authority.SYSTEM);
    }
  }

  /**
   * Queues failed runs again: all skipped runs, or the run for one event in any failed state. A run
   * may then repeat effects outside this node.
   *
   * @return how many
   */
  static int again(Transaction tx, String hook, Optional<String> event) {
    return tx.update(
        "UPDATE hook_run SET state = 'pending', reason = NULL, started_ms = NULL, ended_ms ="
            + " NULL WHERE hook = ? AND EXISTS (SELECT 1 FROM event WHERE id ="
            + " hook_run.event_id) AND (event_id = ? OR (? = 1 AND state = 'skipped'"
            + " AND depth <= ?)) AND state NOT IN ('pending', 'started', 'fired', 'quiet')",
        hook,
        event,
        event.isEmpty() ? 1 : 0,
        Matching.MAX_DEPTH);
  }

  /** Returns whether the run is still this process's, and locks it until the transaction ends. */
  private static boolean isOurs(Transaction tx, Claimed claimed) {
    lock(tx, claimed.hook().name());
    return tx.exists(
        "SELECT 1 FROM hook_run WHERE id = ? AND state = 'started'" + tx.dialect().forUpdate(),
        claimed.run().id());
  }

  private static void revoke(Transaction tx, Claimed claimed) {
    Tokens.end(tx, Caller.system(), claimed.agent(), claimed.tokenId());
  }

  private static void emit(Transaction tx, HookRun run, String what, Authority authority) {
    boolean _ =
        tx.append(
            LedgerEvent.of(
                    what.equals("fired")
                        ? Matching.source(run.id())
                        : Matching.source(run.id()) + ":" + what,
                    "hook." + what,
                    authority,
                    run.subject(),
                    new Subject("hook", run.hook()))
                .causedBy(run.event()));
  }
}
