package org.sovereignbook.sbp.plugins.returning;

import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.society.memory.GroupFeature;

/** Agents that leave their node with their memory, work on another, and return (CORDELIA §6). */
public final class ReturningFeature implements LedgerFeature, GroupFeature, CommandFeature {
  /** The first word of its tools. */
  private static final String REINTEGRATION = "reintegration_";

  @Override
  public String name() {
    return "returning";
  }

  @Override
  public String title() {
    return "agents that leave with their memory and return";
  }

  @Override
  public Settings settings() {
    return ReturnSettings.ALL;
  }

  @Override
  public List<TableScript> tables() {
    return List.of(TableScript.beside(ReturningFeature.class, "V1__returns.sql").formerly(27));
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.ofEntries(
        Map.entry("agent.left", EventSentence.of("{agent} left this node for another")),
        Map.entry("agent.arrived", EventSentence.of("{agent} arrived as a guest")),
        Map.entry("agent.returned", EventSentence.of("{agent} came back")),
        Map.entry("agent.open", EventSentence.plumbing("{agent} is away")),
        Map.entry("agent.staged", EventSentence.of("What {agent} brought home waits for a review")),
        Map.entry("agent.merged", EventSentence.of("{by} took over what {agent} brought home")),
        Map.entry("agent.rejected", EventSentence.of("{by} rejected what {agent} brought home")),
        Map.entry("agent.ended", EventSentence.of("The visit of {agent} has ended")));
  }

  /** Keeps what waits for a review to those who review it. */
  @Override
  public boolean isClosed(Transaction tx, String group) {
    return tx.exists("SELECT 1 FROM absence WHERE group_id = ?", group);
  }

  @Override
  public boolean mayHave(String tool) {
    return tool.startsWith(REINTEGRATION) || CommandFeature.super.mayHave(tool);
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        FeatureCommand.below("agent", "leave", () -> new AgentLeave()),
        FeatureCommand.below("agent", "host", () -> new AgentHost()),
        FeatureCommand.below("agent", "return", () -> new AgentReturn.Begin()),
        FeatureCommand.below("agent", "review", () -> new AgentReturn.Review()),
        FeatureCommand.below("agent", "merge", () -> new AgentReturn.Merge()));
  }
}
