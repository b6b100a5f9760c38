package org.sovereignbook.sbp.cli.work;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.Roster;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Contract;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.runtime.health.OwnAgents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A change of one agent by an ancestor: its name, or a transition of CORDELIA §8.2. */
abstract class AgentEdit extends SocietyCommand<AgentView.Changed> {
  private static final String BY_COMMAND = "by command";

  @Parameters(paramLabel = "AGENT", description = AgentCommand.AGENT)
  @ToolArgument.Of(name = "agent_id", also = "agent", text = "name, whole id or fingerprint")
  String name = "";

  abstract Agent edit(Transaction tx, Caller caller, Agent agent);

  @Override
  public Contract contract() {
    return Contract.prints(AgentView.Changed.class)
        .exit(ExitCode.REFUSED, "it is not where that leads from (invalid_transition)")
        .exit(ExitCode.NOT_FOUND, "no agent is called that");
  }

  @Override
  protected AgentView.Changed work(Transaction tx, Caller caller) {
    Agent changed = edit(tx, caller, Agents.named(tx, name));
    return new AgentView.Changed(true, AgentView.of(tx, changed), warning(changed));
  }

  /** Returns the effect on the node of suspending or ending one of its own agents. */
  private static Optional<String> warning(Agent agent) {
    return OwnAgents.without(agent.name())
        .filter(_ -> !agent.status().works() && agent.status() != AgentStatus.REMOVED)
        .map(effect -> "from now on, %s; undo it:  %s".formatted(effect, OwnAgents.again(agent)));
  }

  @Override
  protected ExitCode show(Output output, AgentView.Changed changed) {
    AgentView agent = changed.agent();
    output.line("%s is %s".formatted(agent.name(), agent.status()));
    agent.graceEndsAt().ifPresent(at -> output.line("it can be reactivated until " + at));
    changed.warning().ifPresent(output::warning);
    return output.done(changed);
  }

  /** A transition with a reason. */
  abstract static class Transition extends AgentEdit {
    @Option(names = "--reason", paramLabel = "TEXT", description = "why, for its history")
    String reason = BY_COMMAND;
  }

  @Tool(set = Toolset.AGENTS, shows = Tool.Text.OWN)
  @Tool.Says("Gives an agent another name. Its id and key stay. Returns the agent.")
  @Command(name = "rename", description = "call an agent otherwise; its key and ids stay")
  @Example("sbp agent rename coder worker")
  @AgentAccess(data = DataAccess.NONE)
  static final class Rename extends AgentEdit {
    @Parameters(index = "1", paramLabel = "NEW", description = "the new name")
    String newName = "";

    @Override
    Agent edit(Transaction tx, Caller caller, Agent agent) {
      return Roster.rename(tx, caller, agent, newName);
    }
  }

  @Tool(set = Toolset.AGENTS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN)
  @Tool.Says("Starts a registered agent, or lets a suspended one continue. Returns the agent.")
  @Command(name = "activate", description = "start a registered agent, or let a suspended go on")
  @AgentAccess(data = DataAccess.NONE)
  static final class Activate extends Transition {
    @Override
    Agent edit(Transaction tx, Caller caller, Agent agent) {
      return Lifecycle.activate(tx, caller, agent, reason);
    }
  }

  @Tool(set = Toolset.AGENTS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN)
  @Tool.Says("Pauses an agent: it may do nothing until agent_activate. Returns the agent.")
  @Command(name = "suspend", description = "pause an agent until it is activated")
  @AgentAccess(data = DataAccess.NONE)
  static final class Suspend extends Transition {
    @Override
    Agent edit(Transaction tx, Caller caller, Agent agent) {
      return Lifecycle.suspend(tx, caller, agent, reason);
    }
  }

  @Tool(
      set = Toolset.AGENTS,
      listed = Tool.Listed.FOR_OWNER,
      shows = Tool.Text.OWN,
      destroys = true)
  @Tool.Says(
      "Ends an agent and its tokens. It can come back with agent_reactivate until its grace"
          + " period is over. Returns the agent.")
  @Command(
      name = "deactivate",
      description = "end an agent; its tokens end, and for a week it can be reactivated")
  @AgentAccess(data = DataAccess.NONE)
  static final class Deactivate extends Transition {
    @Override
    Agent edit(Transaction tx, Caller caller, Agent agent) {
      return Lifecycle.deactivate(tx, caller, agent, reason);
    }
  }

  @Tool(set = Toolset.AGENTS, shows = Tool.Text.OWN)
  @Tool.Says("Brings back a deactivated agent within its grace period. Returns the agent.")
  @Command(name = "reactivate", description = "bring a deactivated agent back")
  @AgentAccess(data = DataAccess.NONE)
  static final class Reactivate extends Transition {
    @Override
    Agent edit(Transaction tx, Caller caller, Agent agent) {
      return Lifecycle.reactivate(tx, caller, agent, reason);
    }
  }

  @Tool(set = Toolset.AGENTS, shows = Tool.Text.OWN, destroys = true)
  @Tool.Says("Removes a deactivated agent for good; its history stays. Returns the agent.")
  @Command(name = "remove", description = "remove a deactivated agent for good; its history stays")
  @Example("sbp agent deactivate worker && sbp agent remove --now worker")
  @AgentAccess(data = DataAccess.NONE)
  static final class Remove extends Transition {
    @Option(names = "--now", description = "also within its grace period")
    @ToolArgument.Of(text = "even within its grace period")
    boolean now;

    @Override
    Agent edit(Transaction tx, Caller caller, Agent agent) {
      return Lifecycle.remove(tx, caller, agent, now, reason);
    }
  }
}
