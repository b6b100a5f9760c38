package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamMember;

/** A member of a team with its open change. */
record Evolving(Team team, TeamMember member, EvolutionChange change) {
  Principal principal() {
    return change.principal();
  }

  Autonomy autonomy() {
    return Autonomy.of(team, member);
  }

  List<TeamMember> reviewers() {
    return team.reviewersOf(member.id()).stream().flatMap(id -> team.member(id).stream()).toList();
  }

  PastTasks past(Transaction tx) {
    return new PastTasks(tx, principal());
  }

  /** Returns what was tried on the agent since it last did well. */
  EvolutionPast tried(Transaction tx) {
    return EvolutionPast.of(tx, principal());
  }

  /** Moves the change on, unless another process has done so. */
  void move(Transaction tx, UnaryOperator<EvolutionChange> step) {
    EvolutionChange now = Evolution.in(tx).locked(change.id());
    if (now.state() == change.state()) {
      EvolutionChange _ = step.apply(now);
    }
  }
}
