package org.sovereignbook.sbp.society.memory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.TrustTier;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Trust in what an agent remembers (CORDELIA §5): computed for each observer from stored
 * observations of a window of time, {@code (3 + confirmed) / (5 + confirmed + wrong + w ·
 * violations)}, in per mille. Outlives the agent.
 */
public record TrustScores(Transaction tx) {
  static final String CHANGED = "trust.score_changed";

  /** Score without observations: that of an observer who has seen three of five confirmed. */
  private static final int PRIOR_PER_MILLE = 600;

  private static final int PRIOR_CONFIRMED = 3;
  private static final int PRIOR_ALL = 5;

  /** Result of an assessment. */
  public enum Correctness {
    CONFIRMED,
    WRONG,
    /** Wrong in a way that harms: counts as several mistakes. */
    VIOLATION;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** How a memory was assessed (§5.3). */
  public enum Way {
    OWNER,
    CONTRADICTION,
    PREDICTION
  }

  /**
   * Score of an agent for one observer (§5.2).
   *
   * @param perMille 0 to 1000
   * @param observations how many count
   * @param lastMs the time of the newest one
   * @param windowStartMs the time from which observations count
   * @param windowEndMs the time of the score
   */
  public record Score(
      int perMille, int observations, Optional<Long> lastMs, long windowStartMs, long windowEndMs) {
    public TrustTier tier() {
      return TrustTier.of(perMille);
    }
  }

  private record Observation(
      String id,
      Principal observer,
      Principal agent,
      Optional<String> item,
      Correctness verdict,
      Way way,
      long atMs) {
    static final Rows<Observation> ROWS = new Rows<>("trust_observation", Observation.class);
  }

  /**
   * Returns the tier that bounds an agent's memory: by the score that the node's owner gives it.
   */
  public TrustTier tier(Principal agent) {
    return score(agent, Principal.OWNER).tier();
  }

  /** Returns an agent's score for an observer. */
  public Score score(Principal agent, Principal observer) {
    Duration window = tx.node().config().get(MemorySettings.TRUST_WINDOW);
    long start = tx.nowMs() - window.toMillis();
    List<Observation> counted =
        Observation.ROWS.list(
            tx,
            "WHERE agent = ? AND observer = ? AND at_ms >= ? AND " + Ahead.isPast("at_ms"),
            agent.text(),
            observer.text(),
            start,
            tx.nowMs());
    if (counted.isEmpty()) {
      return new Score(prior(agent, observer), 0, Optional.empty(), start, tx.nowMs());
    }
    long confirmed = count(counted, Correctness.CONFIRMED);
    long wrong =
        count(counted, Correctness.WRONG)
            + count(counted, Correctness.VIOLATION)
                * tx.node().config().get(MemorySettings.VIOLATION_WEIGHT);
    long perMille = 1_000 * (PRIOR_CONFIRMED + confirmed) / (PRIOR_ALL + confirmed + wrong);
    return new Score(
        (int) perMille,
        counted.size(),
        counted.stream().map(Observation::atMs).max(Long::compare),
        start,
        tx.nowMs());
  }

  private static long count(List<Observation> all, Correctness verdict) {
    return all.stream().filter(one -> one.verdict() == verdict).count();
  }

  /** A child begins with no more trust than its parent has. */
  private int prior(Principal agent, Principal observer) {
    Optional<Principal> parent =
        agent.agentId().flatMap(id -> Agents.find(tx, new AgentId(id))).map(Agent::parent);
    return parent.filter(one -> one.agentId().isPresent()).isPresent()
        ? Math.min(PRIOR_PER_MILLE, score(parent.get(), observer).perMille())
        : PRIOR_PER_MILLE;
  }

  /**
   * Stores an assessment, and emits an event if it changes the score.
   *
   * @param observer whose trust it changes
   * @param item the memory that was assessed
   * @return the new score
   */
  Score assess(
      Caller caller,
      Principal observer,
      Principal agent,
      Optional<String> item,
      Correctness verdict,
      Way way) {
    Score before = score(agent, observer);
    String id = tx.newId();
    Observation.ROWS.insert(
        tx,
        new Observation(id, observer, agent, item, verdict, way, tx.nowMs()),
        tx.cause(caller.authority()));
    Score after = score(agent, observer);
    if (after.perMille() != before.perMille()) {
      MemoryHolder of = MemoryHolder.of(tx, agent);
      tx.append(
          LedgerEvent.of("trust:" + id, CHANGED, caller.authority(), Subject.agent(of.id()))
              .with(
                  JsonObject.builder()
                      .put("agent_id", of.id())
                      .put("observer", observer.text())
                      .put("old_score", before.perMille())
                      .put("new_score", after.perMille())
                      .build()));
    }
    return after;
  }
}
