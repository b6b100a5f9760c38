package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.frontend.command.AgentRunFeature;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.web.FeatureView;
import org.sovereignbook.sbp.frontend.web.ViewFeature;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;

/**
 * Teams of agents that do one thing together (AGENT-STACK §2, §3, §12). Every command makes one, so
 * that it has no constants.
 */
public final class TeamsFeature
    implements NodeFeature, CommandFeature, AgentRunFeature, ViewFeature {
  @Override
  public String name() {
    return "team";
  }

  @Override
  public String title() {
    return "agents that do one thing together";
  }

  @Override
  public Settings settings() {
    return TeamSettings.ALL;
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.ofEntries(
        Map.entry("team.started", EventSentence.of("{team|A team} began to work")),
        Map.entry("team.ended", EventSentence.of("{team|A team} ended its run")),
        Map.entry("team.resumed", EventSentence.of("{team|A team} went on with its run")),
        Map.entry(
            "team.member_idle",
            EventSentence.plumbing("{agent} of {team|a team} has nothing to do")));
  }

  @Override
  public List<Retention> retention() {
    return List.of(TeamRetention::forget);
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("team", CommandGroup.WORK, () -> new TeamCommand()).ofEveryDay(),
        FeatureCommand.below("demo", "team", () -> new TeamDemo()));
  }

  @Override
  public List<FeatureView> views() {
    return List.of(
        FeatureView.beside(TeamsFeature.class, "run.js", "run", "Runs").withReads("team runs"));
  }

  @Override
  public Optional<AgentWork> work(Asked asked) {
    return MemberRun.find(asked);
  }
}
