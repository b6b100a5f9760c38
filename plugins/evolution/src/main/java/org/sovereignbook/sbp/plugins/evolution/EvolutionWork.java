package org.sovereignbook.sbp.plugins.evolution;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.society.board.Board;

/**
 * Work on the changes of a team's members (AGENT-STACK §9): a model drafts them, they are tried on
 * past tasks, voted on, adopted and written into the team's files. Each step makes the calls of
 * models that it needs and ends with one transaction, so that a crash repeats one step at most.
 *
 * @param log receives lines about its steps
 */
record EvolutionWork(MemberModels members, TeamFiles files, Consumer<String> log) {
  private static final String VOTE = "vote";

  /** How long a change rests after answers that cannot be used, each of which was paid for. */
  private static final Duration AFTER_UNUSABLE = Duration.ofHours(1);

  private Ledger ledger() {
    return members.ledger();
  }

  private EvolutionModels models() {
    return new EvolutionModels(members);
  }

  private ChangeTrials trials() {
    return new ChangeTrials(models(), log);
  }

  ChangeVotes votes() {
    return new ChangeVotes(models(), log);
  }

  /** Returns the principal of a member. */
  public static Optional<Principal> principal(Transaction tx, String member) {
    return Agents.living(tx, member).map(Agent::principal);
  }

  /** Writes what adopted changes demand into the team's files. */
  public void write(Team team) {
    for (EvolutionChange change :
        ledger().read(tx -> Evolution.in(tx).waiting()).stream()
            .filter(each -> !each.written())
            .toList()) {
      Optional<TeamMember> member = member(team, change);
      if (member.isPresent()) {
        new ChangeFiles(ledger(), files, log).write(new Evolving(team, member.get(), change));
      }
    }
  }

  private Optional<TeamMember> member(Team team, EvolutionChange change) {
    return team.member(ledger().read(tx -> Board.in(tx).name(change.principal())));
  }

  /**
   * Does a step for a member without other work: its vote, or, as the first reviewer of an agent's
   * work, the next step of that agent's change. Returns whether it did one.
   *
   * @param resting changes whose last answers could not be used, with the time of their next try;
   *     those of other agents do not wait for them
   */
  boolean idle(Team team, TeamMember member, Principal self, Map<String, Instant> resting)
      throws LlmException, InterruptedException {
    resting.values().removeIf(until -> !ledger().node().clock().instant().isBefore(until));
    if (!resting.containsKey(VOTE)
        && tried(VOTE, resting, () -> votes().vote(team, member, self))) {
      return true;
    }
    for (EvolutionChange change : ledger().read(tx -> Evolution.in(tx).waiting())) {
      Optional<TeamMember> evolving = member(team, change);
      boolean isFirst =
          evolving.isPresent()
              && team.reviewersOf(evolving.get().id()).stream()
                  .findFirst()
                  .equals(Optional.of(member.id()));
      if (isFirst
          && !resting.containsKey(change.id())
          && tried(change.id(), resting, () -> stepOrEnd(team, change.id()).isEmpty())) {
        return true;
      }
    }
    return false;
  }

  /** Does a step; ends a draft that no model has been able to write for long. */
  private Optional<String> stepOrEnd(Team team, String id)
      throws LlmException, InterruptedException {
    try {
      return step(team, id);
    } catch (LlmException e) {
      if (e.kind() == LlmException.Kind.ANSWER) {
        ledger().run(tx -> ChangeDrafts.giveUp(tx, id, String.valueOf(e.getMessage())));
      }
      throw e;
    }
  }

  private interface Attempted {
    boolean isDone() throws LlmException, InterruptedException;
  }

  private boolean tried(String what, Map<String, Instant> resting, Attempted step)
      throws LlmException, InterruptedException {
    try {
      return step.isDone();
    } catch (LlmException e) {
      if (e.kind() != LlmException.Kind.ANSWER) {
        throw e;
      }
      log.accept("evolution: " + PeerText.plain(String.valueOf(e.getMessage())));
      resting.put(what, ledger().node().clock().instant().plus(AFTER_UNUSABLE));
      return false;
    }
  }

  /**
   * Does the next step of a change.
   *
   * @return empty when it was done, else why nothing can be done now
   * @throws LlmException when a backend fails
   */
  public Optional<String> step(Team team, String id) throws LlmException, InterruptedException {
    EvolutionChange change = ledger().read(tx -> Evolution.in(tx).find(id)).orElseThrow();
    Optional<TeamMember> member = member(team, change);
    if (member.isEmpty()) {
      return Optional.of("the agent is no member of this team");
    }
    Evolving subject = new Evolving(team, member.get(), change);
    try {
      switch (change.state()) {
        case DRAFTING -> new ChangeDrafts(models(), files, log).draft(subject);
        case PROPOSED -> trials().goOn(subject);
        case TRIAL, LIVE -> trials().test(subject);
        case VOTING -> votes().count(subject);
        case KEPT, REFUTED, REJECTED, EXPIRED, ROLLED_BACK ->
            throw new Later("the change is " + change.state());
      }
    } catch (Later e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    write(team);
    return Optional.empty();
  }

  /** Returns what a trial costs, or why there can be none. */
  public String plan(Transaction tx, Team team, EvolutionChange change) {
    Optional<TeamMember> member = team.member(Board.in(tx).name(change.principal()));
    if (member.isEmpty()) {
      return "the agent is no member of this team";
    }
    return ChangeTrials.plan(tx, new Evolving(team, member.get(), change));
  }
}
