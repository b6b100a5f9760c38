package org.sovereignbook.sbp.plugins.evolution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.plugins.team.MemberWork;
import org.sovereignbook.sbp.plugins.team.TeamFeature;
import org.sovereignbook.sbp.plugins.team.TeamFolder;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.reputation.ReputationFeature;

/**
 * Measured changes of agents that do badly (AGENT-STACK §9). Every command makes one, so that it
 * has no constants.
 */
public final class EvolutionFeature
    implements NodeFeature, ReputationFeature, TeamFeature, CommandFeature {
  @Override
  public String name() {
    return "evolution";
  }

  @Override
  public String title() {
    return "measured changes of agents that do badly";
  }

  @Override
  public List<String> needs() {
    return List.of("team");
  }

  @Override
  public Settings settings() {
    return EvolutionSettings.ALL;
  }

  @Override
  public List<TableScript> tables() {
    return List.of(
        TableScript.beside(EvolutionFeature.class, "V1__evolution.sql").formerly(34),
        TableScript.beside(EvolutionFeature.class, "V2__evolution_cost.sql").formerly(40));
  }

  @Override
  public List<Retention> retention() {
    return List.of(TrailEvent::forget);
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        FeatureCommand.below("team", "evolve", () -> new TeamEvolve()),
        FeatureCommand.below("demo", "reputation", () -> new ReputationDemo()));
  }

  @Override
  public List<Setting<?>> teamKeys() {
    return EvolutionKeys.OF_TEAM;
  }

  @Override
  public List<Setting<?>> agentKeys() {
    return List.of(EvolutionKeys.FALLBACK_MODELS);
  }

  @Override
  public Map<String, List<String>> models(TeamMember member) {
    return Map.of(EvolutionKeys.FALLBACK_MODELS.key(), Autonomy.models(member));
  }

  @Override
  public List<String> rated(Transaction tx, Principal agent) {
    String name = Board.in(tx).name(agent);
    Evolution.Look look = Evolution.in(tx).afterVerdict(agent);
    List<String> texts = new ArrayList<>();
    look.begun()
        .ifPresent(
            begun ->
                texts.add(
                    "%s is to get better by another %s (%s). See it:  sbp team evolve %s show"
                        .formatted(name, begun.path(), begun.reason(), name)));
    look.rest().filter(EvolutionRest::isFirst).ifPresent(rest -> texts.add(resting(name, rest)));
    return texts;
  }

  private static String resting(String name, EvolutionRest rest) {
    return ("Nothing has helped %s: %s. It cost %s. The next change is tried after %d more"
            + " attempts, and later ever more seldom; this is not said again until %s has done"
            + " well. What was tried:  sbp team evolve %s show")
        .formatted(name, String.join("; ", rest.tried()), rest.cost(), rest.lasts(), name, name);
  }

  @Override
  public Optional<MemberWork> inMember(MemberWork.Host host) {
    return Optional.of(new MemberEvolution(host));
  }

  @Override
  public boolean needs(Transaction tx, TeamMember member, Principal self, Instant lastAwake) {
    return ChangeVotes.isNeeded(tx, member, self, lastAwake);
  }

  @Override
  public Map<String, byte[]> files(Transaction tx, int most) {
    return Map.of(EvolutionLog.NAME, EvolutionLog.of(tx, most));
  }

  @Override
  public void follow(TeamFolder folder) {
    List<String> _ = new PendingFiles(folder).follow();
  }
}
