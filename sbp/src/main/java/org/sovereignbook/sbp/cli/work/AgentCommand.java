package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.NamedEntity;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp agent}: the node's agents, their life cycles and capabilities (CORDELIA §1, §2, §8).
 */
@Command(
    description = "agents of this node",
    subcommands = {
      AgentRun.class,
      AgentRegister.class,
      AgentCommand.ListAgents.class,
      AgentCommand.Show.class,
      AgentOverview.class,
      AgentEdit.Activate.class,
      AgentEdit.Suspend.class,
      AgentEdit.Deactivate.class,
      AgentEdit.Reactivate.class,
      AgentCapabilities.class,
      AgentToken.class,
      AgentEdit.Rename.class,
      AgentEdit.Remove.class
    })
public final class AgentCommand extends SocietyCommand<AgentView.All> {
  public static final String AGENT = "its name, or its whole id or fingerprint";

  @Mixin PageOptions page = pages();

  private static PageOptions pages() {
    return PageOptions.cut(1_000, "sbp agent show NAME");
  }

  @Override
  protected AgentView.All work(Transaction tx, Caller caller) {
    return AgentView.all(tx, Agents.living(tx), page);
  }

  @Override
  protected ExitCode show(Output output, AgentView.All all) {
    return showAll(output, all);
  }

  private static ExitCode showAll(Output output, AgentView.All all) {
    return output.list(
        all, all.end(), AgentView.table(all), "no such agents; make one:  sbp agent register NAME");
  }

  @Tool(set = Toolset.AGENTS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN, reads = true)
  @Tool.Says(
      "Lists the agents of this node with their state. Use it to find whom to write to, or whom"
          + " to ask for a review.")
  @Command(name = "list", description = "show the agents, and where they are in their lives")
  @Example("sbp agent list --status active")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class ListAgents extends SocietyCommand<AgentView.All> {
    @Mixin PageOptions page = pages();

    @Option(names = "--status", description = "only those who are so")
    @ToolArgument.Of(text = "only agents in this state")
    Optional<AgentStatus> status = Optional.empty();

    @Option(names = "--mine", description = "only children of the caller")
    @ToolArgument.Of(text = "only your children")
    boolean mine;

    @Option(
        names = "--parent",
        paramLabel = "AGENT",
        description = "only children of the caller, or of an agent below it")
    @ToolArgument.Of(name = "entity_id", also = "parent", text = "only children of this agent")
    Optional<String> parent = Optional.empty();

    @Option(names = "--all", description = "also those who are removed")
    @ToolArgument.Of(text = "removed ones too")
    boolean all;

    @Override
    protected AgentView.All work(Transaction tx, Caller caller) {
      boolean removed = all || status.equals(Optional.of(AgentStatus.REMOVED));
      List<Agent> agents = removed ? Agents.all(tx) : Agents.living(tx);
      Optional<Principal> above =
          parent.isPresent()
              ? Optional.of(NamedEntity.of(tx, caller, parent.get()).principal())
              : Optional.of(caller.principal()).filter(_ -> mine);
      return AgentView.all(
          tx,
          agents.stream()
              .filter(agent -> status.map(agent.status()::equals).orElse(true))
              .filter(agent -> above.map(agent.parent()::equals).orElse(true))
              .toList(),
          page);
    }

    @Override
    protected ExitCode show(Output output, AgentView.All found) {
      return showAll(output, found);
    }
  }

  @Tool(set = Toolset.AGENTS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN, reads = true)
  @Tool.Says("Shows everything about one agent: state, parent, capabilities, history of its state.")
  @Command(name = "show", description = "show everything about one agent")
  @Exit(code = ExitCode.NOT_FOUND, means = "no agent is called that")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class Show extends SocietyCommand<AgentView> {
    @Parameters(paramLabel = "AGENT", description = AGENT)
    @ToolArgument.Of(name = "agent_id", also = "agent", text = "name, whole id or fingerprint")
    String name = "";

    @Override
    protected AgentView work(Transaction tx, Caller caller) {
      return AgentView.of(tx, Agents.named(tx, name));
    }

    @Override
    protected ExitCode show(Output output, AgentView agent) {
      output.lines(agent.lines());
      output.lines(agent.capabilityLines());
      return output.done(agent);
    }
  }
}
