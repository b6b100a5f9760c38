package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ScoreMove;
import org.sovereignbook.sbp.society.reputation.Trend;
import org.sovereignbook.sbp.society.status.AgentsAtWork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp agent overview}: what each agent does, and its standing. */
@Command(
    name = "overview",
    description = "what each agent does now, since when, its score and why it moved",
    footer = "Each change of a score:  sbp team why AGENT")
@Example("sbp agent overview")
@ForOwner
final class AgentOverview extends SocietyCommand<AgentOverview.All> {
  /** Most changes of a score in its line. */
  private static final int MOST_CHANGES = 30;

  @Mixin PageOptions page = PageOptions.cut(100, "sbp agent show NAME");

  /** A page of agents. */
  record All(List<One> agents, int count, @Shape.Inline Page.End end) {}

  /**
   * An agent.
   *
   * @param memories how many items of memory it has written
   * @param sessions in how many sessions it speaks
   * @param effective its capabilities now
   * @param standing its score; absent as long as nothing has changed it
   */
  @Shape.Def("agent_overview")
  record One(
      @Shape.Inline Named named,
      AgentsAtWork.Doing doing,
      long memories,
      long sessions,
      JsonObject effective,
      Optional<Scored> standing) {}

  /** Name and status of an agent. */
  record Named(
      AgentId agentId,
      String name,
      String displayName,
      AgentType agentType,
      AgentStatus status,
      String statusReason,
      String parentEntityId) {}

  /**
   * Score of an agent.
   *
   * @param attempts with a verdict
   * @param history its composite before the latest changes and after each, oldest first
   * @param moved the latest change
   * @param title of its task
   */
  @Shape.Def("agent_standing")
  record Scored(
      double composite,
      AgentStanding.State state,
      Trend trend,
      int attempts,
      List<Double> history,
      ScoreMove moved,
      Optional<String> title) {
    static Optional<Scored> of(Transaction tx, Agent agent) {
      Reputation reputation = Reputation.in(tx);
      List<ScoreMove> moves = reputation.moves(agent.principal(), MOST_CHANGES);
      if (moves.isEmpty()) {
        return Optional.empty();
      }
      AgentStanding now = reputation.standing(agent.principal());
      return Optional.of(
          new Scored(
              now.scores().composite(),
              now.state(),
              reputation.trend(agent.principal()),
              now.attempts(),
              Stream.concat(
                      Stream.of(moves.getFirst().before()),
                      moves.stream().map(move -> move.change().composite()))
                  .toList(),
              moves.getLast(),
              AgentsAtWork.title(tx, moves.getLast().change().task())));
    }
  }

  @Override
  protected All work(Transaction tx, Caller caller) {
    List<Agent> agents = Agents.living(tx);
    AgentsAtWork atWork = AgentsAtWork.of(tx);
    Page<One> shown =
        page.of(
            agents.stream().map(agent -> one(tx, agent, atWork)),
            one -> one.named().agentId().hex());
    return new All(shown.items(), agents.size(), shown.end());
  }

  private static One one(Transaction tx, Agent agent, AgentsAtWork atWork) {
    return new One(
        new Named(
            agent.id(),
            agent.name(),
            Agents.displayName(tx, agent),
            agent.type(),
            agent.status(),
            agent.statusReason(),
            agent.parent().agentId().orElse(agent.parent().text())),
        atWork.doing(agent),
        atWork.memories(agent),
        atWork.sessions(agent),
        Agents.capabilities(tx, agent).json(),
        Scored.of(tx, agent));
  }

  @Override
  protected ExitCode show(Output output, All all) {
    Table table = Table.of("NAME", "STATUS", "DOES", "SINCE", "SCORE", "WHY").whole("NAME");
    for (One one : all.agents()) {
      AgentsAtWork.Doing doing = one.doing();
      table.row(
          one.named().name(),
          one.named().status().toString(),
          Words.of(doing.activity())
              + doing.title().map(title -> " " + PeerText.quote(title)).orElse(""),
          doing
              .since()
              .map(at -> Wording.age(Optional.of(new Timestamp(at)), session().now()))
              .orElse("-"),
          one.standing()
              .map(standing -> "%.1f %s".formatted(standing.composite(), standing.state()))
              .orElse("-"),
          one.standing().map(standing -> standing.moved().why()).orElse("-"));
    }
    return output.list(all, all.end(), table, "no such agents; make one:  sbp agent register NAME");
  }
}
