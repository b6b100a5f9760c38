package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamMember;

/**
 * Changes of a member that need nobody else (AGENT-STACK §11, {@code autonomy_level}).
 *
 * @param prompt whether a change of its prompt that has passed its trial is adopted
 * @param model whether it gets another model
 * @param role whether it gets another role without a vote
 */
record Autonomy(boolean prompt, boolean model, boolean role) {

  /** Returns the autonomy of a member by its level, or else by the team's keys. */
  static Autonomy of(Team team, TeamMember member) {
    if (member.autonomyLevel().isPresent()) {
      int level = member.autonomyLevel().getAsInt();
      return new Autonomy(level >= 1, level >= 2, level >= 3);
    }
    Config keys = team.keys();
    return new Autonomy(
        keys.get(EvolutionKeys.PROMPT_AUTO_APPLY), !keys.get(EvolutionKeys.SWAP_CONFIRM), false);
  }

  /** Returns the models that a member may be given in place of its own, in this order. */
  static List<String> models(TeamMember member) {
    return member.keys().get(EvolutionKeys.FALLBACK_MODELS).stream().map(member::bare).toList();
  }
}
