package org.sovereignbook.sbp.plugins.swarm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentFeature;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.command.NodeWords;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.plugins.team.RunWork;
import org.sovereignbook.sbp.plugins.team.TeamFeature;
import org.sovereignbook.sbp.society.memory.GroupFeature;

/** Swarms: agents that share a goal and a memory, and are run as a team (CORDELIA §4). */
public final class SwarmFeature
    implements LedgerFeature, AgentFeature, GroupFeature, CommandFeature, TeamFeature {
  /** The kind of values that are ids of swarms. */
  static final String ID = "swarm_id";

  @Override
  public String name() {
    return "swarm";
  }

  @Override
  public String title() {
    return "agents with one goal and memory";
  }

  @Override
  public List<String> needs() {
    return List.of("team");
  }

  @Override
  public Settings settings() {
    return SwarmSettings.ALL;
  }

  @Override
  public List<TableScript> tables() {
    return List.of(TableScript.beside(SwarmFeature.class, "V1__swarms.sql").formerly(26));
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.of(
        "swarm.created",
        EventSentence.of("{by} made {swarm|a swarm}"),
        "swarm.disbanded",
        EventSentence.of("{by} disbanded {swarm|a swarm}"),
        Swarms.TASK_COMPLETE,
        EventSentence.plumbing("A task of {swarm|a swarm} ended: {result}"));
  }

  @Override
  public List<EventObserver> observers() {
    return List.of(new SwarmObserver());
  }

  @Override
  public boolean observesWhileOff() {
    return true;
  }

  @Override
  public Optional<String> groupOf(Transaction tx, AgentId agent) {
    return Swarm.of(tx, agent).map(Swarm::groupId);
  }

  @Override
  public boolean isClosed(Transaction tx, String group) {
    return tx.exists("SELECT 1 FROM swarm WHERE group_id = ?", group);
  }

  @Override
  public List<String> eventsOfGroups() {
    return List.of(Swarms.TASK_COMPLETE);
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("swarm", CommandGroup.WORK, () -> new SwarmCommand()).ofEveryDay(),
        FeatureCommand.below("demo", "swarm", () -> new SwarmDemo()));
  }

  @Override
  public List<NodeWords.Word> words(Transaction tx, String kind) {
    return kind.equals(ID)
        ? new Swarms(tx)
            .list(Caller.owner("command"))
            .map(swarm -> new NodeWords.Word(swarm.id(), swarm.label()))
            .toList()
        : List.of();
  }

  @Override
  public List<RunWork> works(Transaction tx) {
    return new Swarms(tx)
        .list(Caller.owner("command"))
        .map(swarm -> SwarmWork.of(tx, swarm))
        .toList();
  }
}
