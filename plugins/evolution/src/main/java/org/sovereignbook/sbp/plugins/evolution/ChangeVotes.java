package org.sovereignbook.sbp.plugins.evolution;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.society.board.Board;

/**
 * Votes on other roles of agents (AGENT-STACK §9).
 *
 * @param log receives lines about its steps
 */
record ChangeVotes(EvolutionModels models, Consumer<String> log) {
  /** How often a sleeping member is woken for the same vote. */
  private static final Duration WAKES_TO_VOTE = Duration.ofHours(1);

  void count(Evolving subject) throws Later {
    boolean isDecided =
        models
            .ledger()
            .write(
                tx -> {
                  EvolutionChange change = Evolution.in(tx).locked(subject.change().id());
                  return change.state() == EvolutionChange.State.VOTING
                      && counted(
                          tx, change, subject.team().keys().get(EvolutionKeys.VOTE_THRESHOLD));
                });
    if (!isDecided) {
      throw new Later("waits for votes");
    }
  }

  private static boolean counted(Transaction tx, EvolutionChange change, double threshold) {
    Ballot ballot = Evolution.in(tx).ballot(change, threshold);
    boolean isOver = !tx.now().isBefore(change.movedAt().plus(Ballot.TERM));
    Optional<EvolutionChange.State> outcome = ballot.outcome(isOver);
    String votes = "%d yes, %d no of %d".formatted(ballot.yes(), ballot.no(), ballot.eligible());
    outcome.ifPresent(
        state -> {
          EvolutionChange _ =
              state == EvolutionChange.State.KEPT
                  ? Evolution.in(tx).adopt(change)
                  : Evolution.in(tx).end(change, state, votes);
        });
    return outcome.isPresent();
  }

  /**
   * Lets a member vote on another role of a colleague, if it may and has not yet. Returns whether
   * it has voted now.
   */
  boolean vote(Team team, TeamMember member, Principal self)
      throws LlmException, InterruptedException {
    for (EvolutionChange change : models.ledger().read(tx -> Evolution.in(tx).waiting())) {
      if (models.ledger().<Boolean>read(tx -> isAsked(tx, change, member, self))) {
        return vote(team, member, self, change);
      }
    }
    return false;
  }

  /**
   * Returns whether a sleeping member is to be woken for a vote; again only after a while, because
   * its model may be paused.
   */
  static boolean isNeeded(Transaction tx, TeamMember member, Principal self, Instant lastAwake) {
    return Evolution.in(tx).waiting().stream()
        .filter(change -> isAsked(tx, change, member, self))
        .anyMatch(
            change ->
                lastAwake.isBefore(change.movedAt())
                    || !TimeJudge.isPausing(lastAwake.toEpochMilli(), WAKES_TO_VOTE, tx.nowMs()));
  }

  /** Returns whether a member may vote on a change, and has not yet. */
  private static boolean isAsked(
      Transaction tx, EvolutionChange change, TeamMember member, Principal self) {
    return change.state() == EvolutionChange.State.VOTING
        && change.content().voters().contains(member.id())
        && !change.principal().equals(self)
        && !Evolution.in(tx).hasVoted(change, self);
  }

  private boolean vote(Team team, TeamMember member, Principal self, EvolutionChange change)
      throws LlmException, InterruptedException {
    String name = models.ledger().read(tx -> Board.in(tx).name(change.principal()));
    ChangeProposal proposal = change.content();
    String text =
        "Agent: %s\nFaults: %s\n\nPresent role: %s\n\nProposed role: %s\n"
            .formatted(name, change.reason(), role(proposal.before()), role(proposal.after()));
    try {
      VoteAnswer answer =
          models.ask(
              team,
              member,
              change,
              models
                  .members()
                  .about(
                      member,
                      models.members().skills(team),
                      new MemberModels.Inquiry(
                          Resources.text(EvolutionFeature.class, "TEAM-VOTER.md"),
                          Map.of("proposal.md", text),
                          "answer.json",
                          VoteAnswer.class)),
              it -> it.shaped(VoteAnswer.class, "the vote"));
      models.ledger().run(tx -> Evolution.in(tx).vote(change, self, answer.approve()));
      log.accept("votes on the role of %s: %s".formatted(name, answer.approve() ? "yes" : "no"));
      return true;
    } catch (Later e) {
      return false;
    }
  }

  private static String role(Optional<ChangeProposal.Setup> setup) {
    return setup
        .map(
            it ->
                it.role().orElse("")
                    + it.skills().stream()
                        .flatMap(List::stream)
                        .collect(Collectors.joining(", ", " (skills: ", ")")))
        .orElse("");
  }
}
