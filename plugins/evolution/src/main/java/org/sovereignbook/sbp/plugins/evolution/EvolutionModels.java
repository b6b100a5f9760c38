package org.sovereignbook.sbp.plugins.evolution;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamMember;

/** Calls of the members' models for the work on changes. */
record EvolutionModels(MemberModels members) {
  Ledger ledger() {
    return members.ledger();
  }

  /** Asks a member's model, and records what that has cost the change. */
  <T> T ask(
      Team team,
      TeamMember member,
      EvolutionChange change,
      LlmRequest request,
      SharedCalls.Reading<T> reading)
      throws LlmException, InterruptedException, Later {
    List<ChangeCost> spent = new ArrayList<>();
    try {
      return ask(
          team,
          member,
          request,
          answer -> {
            spent.add(ChangeCost.of(answer.usage()));
            return reading.of(answer);
          });
    } finally {
      if (!spent.isEmpty()) {
        ChangeCost all = spent.stream().reduce(ChangeCost.NONE, ChangeCost::plus);
        ledger().run(tx -> Evolution.in(tx).spent(change, all));
      }
    }
  }

  private <T> T ask(
      Team team, TeamMember member, LlmRequest request, SharedCalls.Reading<T> reading)
      throws LlmException, InterruptedException, Later {
    return switch (members.calls(team, member).ask(request, CallCauses.NONE, reading)) {
      case SharedCalls.Asked.Answered<T>(T value) -> value;
      case SharedCalls.Asked.Deferred<T>(String why, var until, var _) ->
          throw new Later("calls no model before " + until + ": " + why);
    };
  }
}
