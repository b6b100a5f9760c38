package org.sovereignbook.sbp.plugins.chain;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.web.FeatureView;
import org.sovereignbook.sbp.frontend.web.ViewFeature;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.plugins.team.TeamFeature;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;

/**
 * Reputation of agents on a chain: its backends, its transactions, its commands and its view. Every
 * command makes one, so that it has no constants.
 */
public final class ChainFeature implements NodeFeature, TeamFeature, CommandFeature, ViewFeature {
  @Override
  public String name() {
    return "chain";
  }

  @Override
  public String title() {
    return "reputation of agents on a chain";
  }

  @Override
  public Settings settings() {
    return ChainSettings.ALL;
  }

  @Override
  public List<ExtensionKind<?>> kinds() {
    return List.of(ChainSettings.BACKENDS);
  }

  @Override
  public List<TableScript> tables() {
    return List.of(TableScript.beside(ChainFeature.class, "V1__chain.sql").formerly(30));
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.ofEntries(
        Map.entry(
            "chain.signed",
            EventSentence.of(
                "{by} signed {chain_transaction|a transaction} about {agent} for the chain:"
                    + " {kind}")),
        Map.entry(
            "chain.settled",
            EventSentence.of("{chain_transaction|A transaction} about {agent} is on the chain")),
        Map.entry(
            "chain.failed",
            EventSentence.of(
                "{chain_transaction|A transaction} about {agent} failed on the chain")),
        Map.entry(
            "chain.replaced",
            EventSentence.of(
                "{chain_transaction|A transaction} about {agent} was replaced on the chain")));
  }

  @Override
  public List<Setting<?>> teamKeys() {
    return List.of(ChainSettings.RATES_TEAM);
  }

  @Override
  public Optional<Runnable> beside(TeamRuns.AtWork run) {
    return ChainCompanion.begin(run);
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(new FeatureCommand("chain", CommandGroup.REMEMBER, () -> new ChainCommand()));
  }

  @Override
  public List<FeatureView> views() {
    return List.of(
        FeatureView.beside(ChainFeature.class, "chain.js", "chain", "Chain")
            .withReads("chain list")
            .withActions("chain status"));
  }
}
