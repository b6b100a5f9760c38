package org.sovereignbook.sbp.plugins.swarm;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;

/**
 * Swarm of this node; a row of the table {@code swarm}.
 *
 * @param label of its tasks
 * @param parent the principal that created it
 * @param coordinator the principal that merges the findings
 * @param leads whether the coordinator is one of its agents, and does so as a task
 * @param goalItem the goal, items of its group with spaces between them
 * @param synthesisItem the merged findings, in the same form
 */
record Swarm(
    String id,
    String groupId,
    String label,
    SwarmStrategy strategy,
    Principal parent,
    Principal coordinator,
    boolean leads,
    String goalItem,
    Optional<String> synthesisItem,
    State state,
    long createdMs,
    Optional<Long> endedMs) {
  static final Rows<Swarm> ROWS = new Rows<>("swarm", Swarm.class);
  private static final Pattern SPACE = Pattern.compile(" ");

  /** Stored state of a swarm. */
  public enum State {
    OPEN,
    /** All tasks are completed, the findings merged, the agents at their end. */
    COMPLETE,
    /** No task is open, and not all are completed; a retried one opens it again. */
    FAILED,
    DISBANDED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Phase of a swarm (CORDELIA §4.4). */
  public enum Phase {
    /** Its agents are registered, and nobody has begun. */
    CREATED,
    EXECUTING,
    /** Only its coordinator still works. */
    SYNTHESIZING,
    COMPLETE,
    FAILED,
    DISBANDED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Agent of a swarm; a row of the table {@code swarm_agent}. */
  public record SwarmAgent(String swarm, int number, String slot, AgentId agent) {
    static final Rows<SwarmAgent> ROWS = new Rows<>("swarm_agent", SwarmAgent.class);

    Principal principal() {
      return Principal.agent(agent.hex());
    }
  }

  /** Returns the swarm of an agent. */
  static Optional<Swarm> of(Transaction tx, AgentId agent) {
    return ROWS.first(
        tx, "WHERE id IN (SELECT swarm FROM swarm_agent WHERE agent = ?)", agent.hex());
  }

  public List<SwarmAgent> workers(Transaction tx) {
    return SwarmAgent.ROWS.list(tx, "WHERE swarm = ? ORDER BY number", id);
  }

  /** Returns the items that are the merged findings, one after another. */
  public List<String> findings() {
    return synthesisItem.map(items -> List.of(SPACE.split(items))).orElse(List.of());
  }

  public List<Task> tasks(Transaction tx) {
    return Board.in(tx).labelled(label);
  }

  /** Returns the agent among its own that coordinates. */
  Optional<SwarmAgent> leader(Transaction tx) {
    return leads
        ? workers(tx).stream().filter(one -> one.principal().equals(coordinator)).findFirst()
        : Optional.empty();
  }

  Phase phase(List<Task> tasks, Optional<String> leader) {
    return switch (state) {
      case COMPLETE -> Phase.COMPLETE;
      case FAILED -> Phase.FAILED;
      case DISBANDED -> Phase.DISBANDED;
      case OPEN -> openPhase(tasks, leader);
    };
  }

  private Phase openPhase(List<Task> tasks, Optional<String> leader) {
    if (tasks.stream().allMatch(task -> task.row().attempt() == 0)) {
      return Phase.CREATED;
    }
    boolean isMerging =
        leader.isPresent()
            && tasks.size() > 1
            && tasks.stream()
                .filter(task -> task.state().isOpen())
                .allMatch(task -> task.row().requiredRole().equals(leader));
    return isMerging ? Phase.SYNTHESIZING : Phase.EXECUTING;
  }
}
