package org.sovereignbook.sbp.authority.agents;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Life cycle of agents (CORDELIA §8). Changes that time alone causes (time to live, cool-down,
 * grace period) are made at the next call by any caller; before that nobody could observe the
 * difference.
 */
public final class Lifecycle {
  static final Duration ERROR_WINDOW = Duration.ofSeconds(60);
  private static final int SETTLED_AT_ONCE = 100;

  /** Agents that time alone changes, among them those that rest for too long. */
  private static final String DUE =
      "due_ms <= ? OR (due_ms > ? AND status = 'suspended' AND (ends_ms IS NULL OR due_ms <>"
          + " ends_ms))";

  private static final String TASK_COMPLETED = "its task is completed";

  private Lifecycle() {}

  /** Makes all overdue changes, since an agent whose time is over may not act any more. */
  static void settle(Transaction tx) {
    long latestRest = latestRestMs(tx);
    List<Agent> due;
    do {
      due =
          AgentRows.list(
              tx,
              "WHERE " + DUE + " ORDER BY due_ms LIMIT " + SETTLED_AT_ONCE,
              tx.nowMs(),
              latestRest);
      for (Agent each : due) {
        // A change before this one may have ended it.
        Agent agent = AgentRows.require(tx, each.id());
        boolean isWrong = agent.rests() && agent.dueMs().filter(at -> at > latestRest).isPresent();
        if (isWrong || agent.dueMs().filter(at -> at <= tx.nowMs()).isPresent()) {
          settle(tx, agent);
        }
      }
    } while (due.size() == SETTLED_AT_ONCE);
  }

  /** Returns whether no change is overdue. */
  static boolean isSettled(Transaction tx) {
    return !tx.exists("SELECT 1 FROM agent WHERE " + DUE, tx.nowMs(), latestRestMs(tx));
  }

  /** A longer suspension was recorded by a clock that was wrong. */
  private static long latestRestMs(Transaction tx) {
    return TimeJudge.latestMs(tx.config().get(AgentsSettings.COOL_DOWN), tx.nowMs());
  }

  private static void settle(Transaction tx, Agent agent) {
    if (agent.status() == AgentStatus.DEACTIVATED) {
      become(tx, Caller.system(), agent, AgentStatus.REMOVED, "its grace period is over");
    } else if (agent.endsMs().filter(ends -> ends <= tx.nowMs()).isPresent()) {
      String reason =
          agent.statusReason().equals(TASK_COMPLETED) ? TASK_COMPLETED : "its time to live is over";
      become(tx, Caller.system(), agent, AgentStatus.DEACTIVATED, reason);
    } else {
      become(tx, Caller.system(), agent, AgentStatus.ACTIVE, "its cool-down is over");
    }
  }

  /**
   * Ends a swarm worker whose task is completed and that has no other task, at the next call by any
   * caller: the call that completes the task may be the worker's own and must succeed. A member of
   * a team works on, as its team does.
   *
   * @param epoch the incarnation that did the task
   */
  public static void taskCompleted(Transaction tx, AgentId id, long epoch) {
    Agent agent = AgentRows.require(tx, id);
    boolean isOver =
        agent.type() == AgentType.SWARM_WORKER
            && agent.epoch() == epoch
            && agent.status().mayBecome(AgentStatus.DEACTIVATED)
            && !tx.exists("SELECT 1 FROM team_member WHERE agent = ?", id.hex())
            && AgentFeature.groupOfAny(tx, id).isEmpty();
    if (isOver) {
      endNext(tx, agent);
    }
  }

  /** Ends a worker with its task at the next call by any caller, unless it has ended. */
  public static void endWithTask(Transaction tx, AgentId id) {
    Agent agent = AgentRows.require(tx, id);
    if (agent.status().mayBecome(AgentStatus.DEACTIVATED)) {
      endNext(tx, agent);
    }
  }

  private static void endNext(Transaction tx, Agent agent) {
    long next = tx.nowMs() + 1;
    tx.update(
        "UPDATE agent SET ends_ms = ?, due_ms = ?, status_reason = ? WHERE id = ?",
        next,
        next,
        TASK_COMPLETED,
        agent.id().hex());
  }

  /** Returns whether an agent's life is over, or will be found over at the next call. */
  public static boolean isEnded(Transaction tx, AgentId id) {
    Agent agent = AgentRows.require(tx, id);
    return !agent.status().mayBecome(AgentStatus.DEACTIVATED)
        || agent.endsMs().filter(ends -> ends <= tx.nowMs()).isPresent();
  }

  /** Activates a registered agent, or resumes a suspended one. */
  public static Agent activate(Transaction tx, Caller caller, Agent agent, String reason) {
    ToolRights.requireAbove(tx, caller, agent);
    if (agent.status() == AgentStatus.DEACTIVATED) {
      throw invalid(agent, "activated", "sbp agent reactivate " + agent.name());
    }
    return become(tx, caller, agent, AgentStatus.ACTIVE, reason);
  }

  /** Suspends an active agent until it is activated. */
  public static Agent suspend(Transaction tx, Caller caller, Agent agent, String reason) {
    ToolRights.requireAbove(tx, caller, agent);
    return become(tx, caller, agent, AgentStatus.SUSPENDED, reason);
  }

  /** Deactivates an agent; within its grace period it can be reactivated. */
  public static Agent deactivate(Transaction tx, Caller caller, Agent agent, String reason) {
    ToolRights.requireAbove(tx, caller, agent);
    return become(tx, caller, agent, AgentStatus.DEACTIVATED, reason);
  }

  /**
   * Reactivates a deactivated agent. When its time to live was over, it gets the same time again.
   */
  public static Agent reactivate(Transaction tx, Caller caller, Agent agent, String reason) {
    ToolRights.requireAbove(tx, caller, agent);
    if (agent.status() != AgentStatus.DEACTIVATED) {
      throw invalid(agent, "reactivated");
    }
    return become(tx, caller, agent, AgentStatus.ACTIVE, reason);
  }

  /**
   * Removes a deactivated agent; its key is deleted, its history stays.
   *
   * @param now also within its grace period
   */
  public static Agent remove(
      Transaction tx, Caller caller, Agent agent, boolean now, String reason) {
    ToolRights.requireAbove(tx, caller, agent);
    if (agent.status().mayBecome(AgentStatus.DEACTIVATED)) {
      throw invalid(agent, "removed", "first:  sbp agent deactivate " + agent.name());
    }
    if (agent.status() == AgentStatus.DEACTIVATED && !now) {
      throw invalid(
          agent,
          "removed before its grace period is over",
          "sbp agent remove --now " + agent.name());
    }
    return become(tx, caller, agent, AgentStatus.REMOVED, reason);
  }

  /** Starts a new incarnation of a working agent: items for earlier ones are not for it. */
  public static Agent start(Transaction tx, Caller caller, Agent agent) {
    if (agent.status() == AgentStatus.REGISTERED) {
      return activate(tx, caller, agent, "started");
    }
    tx.update("UPDATE agent SET epoch = epoch + 1 WHERE id = ?", agent.id().hex());
    return AgentRows.require(tx, agent.id());
  }

  /**
   * Counts an error of an agent; too many within a minute suspend it for a while.
   *
   * @param what the kind of errors, such as {@code refused calls}
   */
  public static void failed(Transaction tx, AgentId id, String what) {
    Agent agent = AgentRows.require(tx, id);
    if (agent.status() != AgentStatus.ACTIVE) {
      return;
    }
    Config config = tx.node().config();
    long since = tx.nowMs() - ERROR_WINDOW.toMillis();
    tx.update(
        "DELETE FROM agent_error WHERE agent = ? AND (at_ms <= ? OR NOT "
            + Ahead.isPast("at_ms")
            + ")",
        id.hex(),
        since,
        tx.nowMs());
    tx.update("INSERT INTO agent_error (agent, at_ms) VALUES (?, ?)", id.hex(), tx.nowMs());
    long errors = tx.number("SELECT COUNT(*) FROM agent_error WHERE agent = ?", id.hex());
    if (errors >= config.get(AgentsSettings.ERROR_THRESHOLD)) {
      Agent suspended =
          become(
              tx,
              Caller.system(),
              agent,
              AgentStatus.SUSPENDED,
              "%d errors (%s) within %d s".formatted(errors, what, ERROR_WINDOW.toSeconds()));
      long resumes = tx.nowMs() + config.get(AgentsSettings.COOL_DOWN).toMillis();
      long due = Math.min(resumes, suspended.endsMs().orElse(Long.MAX_VALUE));
      tx.update("UPDATE agent SET due_ms = ? WHERE id = ?", due, id.hex());
      tx.update("DELETE FROM agent_error WHERE agent = ?", id.hex());
    }
  }

  private static Agent become(
      Transaction tx, Caller caller, Agent agent, AgentStatus next, String given) {
    Registration.requireShort("a reason", given);
    String reason = PeerText.plain(given);
    if (!agent.status().mayBecome(next)) {
      throw invalid(agent, next == AgentStatus.ACTIVE ? "activated" : next.toString());
    }
    boolean anew = next == AgentStatus.ACTIVE && agent.status() != AgentStatus.SUSPENDED;
    Optional<Long> ends = anew ? renewedEnd(tx, agent) : agent.endsMs();
    Optional<Long> due =
        switch (next) {
          case DEACTIVATED -> Optional.of(tx.nowMs() + agent.graceSeconds() * 1000);
          case REMOVED -> Optional.empty();
          default -> ends;
        };
    long change =
        tx.first(
                "UPDATE agent SET status = ?, status_ms = ?, status_reason = ?, changes = changes +"
                    + " 1, epoch = epoch + ?, ends_ms = ?, due_ms = ? WHERE id = ? RETURNING"
                    + " changes",
                row -> row.number(1),
                next.toString(),
                tx.nowMs(),
                reason,
                anew ? 1 : 0,
                ends,
                due,
                agent.id().hex())
            .orElseThrow();
    emit(tx, caller.authority(), agent, next, change);
    if (next == AgentStatus.DEACTIVATED) {
      Tokens.revokeAll(tx, Caller.system(), agent);
    } else if (next == AgentStatus.REMOVED) {
      forget(tx, agent);
    }
    return AgentRows.require(tx, agent.id());
  }

  private static Optional<Long> renewedEnd(Transaction tx, Agent agent) {
    return agent
        .endsMs()
        .flatMap(
            ends -> ends > tx.nowMs() ? Optional.of(ends) : agent.declared().endsMs(tx.nowMs()));
  }

  private static void emit(
      Transaction tx, Authority authority, Agent agent, AgentStatus next, long change) {
    JsonObject metadata =
        JsonObject.builder()
            .put("agent_id", agent.id().hex())
            .put("name", agent.name())
            .put("old_status", agent.status().toString())
            .put("new_status", next.toString())
            .build();
    tx.append(
        LedgerEvent.of(
                "agent:" + agent.id() + ":status:" + change,
                "agent.status_changed",
                authority,
                agent.subject())
            .with(metadata));
  }

  /** Removes name and key of an agent, and ends the agents below it, which can no longer work. */
  private static void forget(Transaction tx, Agent agent) {
    tx.update(
        "UPDATE agent SET living_name = NULL, sealed_key = NULL WHERE id = ?", agent.id().hex());
    tx.update("DELETE FROM agent_challenge WHERE agent = ?", agent.id().hex());
    for (Agent child : AgentRows.list(tx, "WHERE parent = ?", agent.principal().text())) {
      if (child.status().mayBecome(AgentStatus.DEACTIVATED)) {
        become(tx, Caller.system(), child, AgentStatus.DEACTIVATED, "its parent is removed");
      }
    }
  }

  private static SocietyException invalid(Agent agent, String next, String... hints) {
    return SocietyException.refused(
        "invalid_transition",
        "%s is %s (%s), and cannot be %s"
            .formatted(agent.name(), agent.status(), agent.statusReason(), next),
        hints.length > 0 ? hints : new String[] {"its state:  sbp agent show " + agent.name()});
  }
}
