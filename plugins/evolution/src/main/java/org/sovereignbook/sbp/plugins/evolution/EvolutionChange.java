package org.sovereignbook.sbp.plugins.evolution;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Row of a change of an agent.
 *
 * @param reason the faults that it is meant to end
 * @param attempts the agent's number of attempts when it reached its state
 * @param written whether the files have what the state demands
 * @param movedAt when it reached its state
 * @param cost of the calls of models for it
 */
record EvolutionChange(
    @Rows.Serial @Shape.Hidden long number,
    @Rows.Key String id,
    @Shape.Hidden Principal principal,
    Path path,
    State state,
    String reason,
    @Shape.Hidden JsonObject proposal,
    int attempts,
    boolean written,
    Instant createdAt,
    Instant movedAt,
    Optional<Instant> endedAt,
    @Shape.Inline ChangeCost cost) {
  static final Rows<EvolutionChange> ROWS = new Rows<>("evolution_change", EvolutionChange.class);

  /** Part of an agent that is changed; the least invasive first. */
  public enum Path {
    PROMPT,
    MODEL,
    ROLE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** State of a change. */
  public enum State {
    /** A model has to write the proposal. */
    DRAFTING,
    /** Waits for the owner. */
    PROPOSED,
    /** Is tried on past tasks. */
    TRIAL,
    /** Waits for votes. */
    VOTING,
    /** Adopted, and tried on the tasks that come. */
    LIVE,
    KEPT,
    /** A test found no improvement. */
    REFUTED,
    REJECTED,
    EXPIRED,
    ROLLED_BACK;

    /** Returns whether the agent can have no other change. */
    public boolean isOpen() {
      return compareTo(KEPT) < 0;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  EvolutionChange onPath(Path other) {
    return new EvolutionChange(
        number, id, principal, other, state, reason, proposal, attempts, written, createdAt,
        movedAt, endedAt, cost);
  }

  EvolutionChange plus(ChangeCost more) {
    return new EvolutionChange(
        number,
        id,
        principal,
        path,
        state,
        reason,
        proposal,
        attempts,
        written,
        createdAt,
        movedAt,
        endedAt,
        cost.plus(more));
  }

  /** Returns the content of the proposal. */
  public ChangeProposal content() {
    return ChangeProposal.SHAPE.read(proposal);
  }
}
