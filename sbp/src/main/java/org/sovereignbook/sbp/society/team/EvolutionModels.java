package org.sovereignbook.sbp.society.team;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.society.evolution.ChangeCost;
import org.sovereignbook.sbp.society.evolution.Evolution;
import org.sovereignbook.sbp.society.evolution.EvolutionChange;

/**
 * Calls of the members' models for the work on changes.
 *
 * @param backends by their names
 * @param now whether to call backends that rest after failures
 */
record EvolutionModels(Ledger ledger, Function<String, LlmBackend> backends, boolean now) {
  Skills skills(Team team) {
    return Skills.of(ledger.node().disk(), team);
  }

  MemberPrompt prompt(TeamMember member, Skills skills) {
    return new MemberPrompt(ledger.node(), backends.apply(member.provider()), member, skills, "");
  }

  /** Returns a request about these texts, by their names. */
  LlmRequest about(
      TeamMember member,
      Skills skills,
      String prompt,
      Map<String, String> texts,
      Class<? extends Record> answer) {
    Globs credentials =
        ledger.read(
            tx -> Access.credentials(tx, Authority.of(Principal.OWNER, MemberActions.CHANNEL)));
    return prompt(member, skills).about(credentials, prompt, texts, answer);
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
        ledger.run(tx -> Evolution.in(tx).spent(change, all));
      }
    }
  }

  private <T> T ask(
      Team team, TeamMember member, LlmRequest request, SharedCalls.Reading<T> reading)
      throws LlmException, InterruptedException, Later {
    SharedCalls calls =
        new SharedCalls(
            ledger.node(),
            backends.apply(member.provider()),
            MemberModel.limits(team, member),
            now);
    return switch (calls.ask(request, CallCauses.NONE, reading)) {
      case SharedCalls.Asked.Answered<T>(T value) -> value;
      case SharedCalls.Asked.Deferred<T>(String why, var until, var _) ->
          throw new Later("calls no model before " + until + ": " + why);
    };
  }
}
