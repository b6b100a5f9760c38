package org.sovereignbook.sbp.cli.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.NamedEntity;
import org.sovereignbook.sbp.authority.agents.Roster;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import org.sovereignbook.sbp.society.memory.MemoryEvents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp agent capabilities}: shows or changes an agent's capabilities (CORDELIA §2, §10). */
@Tool(set = Toolset.AGENTS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN, repeats = true)
@Tool.Says(
    "Shows what an agent may do, and changes the parts that you give, at once. An agent may"
        + " never do more than its parent. Returns what was declared and what holds now.")
@Command(name = "capabilities", description = "show what an agent may do, or change it at once")
@Example("sbp agent capabilities reader --add-tool task_list")
@Exit(code = ExitCode.REFUSED, means = "its parent may not do that (capability_denied)")
@Exit(code = ExitCode.NOT_FOUND, means = "no agent is called that")
@AgentAccess(data = DataAccess.NONE, dangerous = true)
final class AgentCapabilities extends WideningCommand<AgentCapabilities.Held> {
  @Parameters(paramLabel = "AGENT", description = AgentCommand.AGENT)
  @ToolArgument.Of(name = "agent_id", also = "agent", text = "name, whole id or fingerprint")
  String name = "";

  @Option(
      names = "--add-tool",
      paramLabel = "TOOL",
      description = "one more tool, or several: task_*")
  @ToolArgument.Of(
      name = "add_tools",
      also = "add_tool",
      text = "more tools; a final * matches any ending")
  List<String> added = new ArrayList<>();

  @Option(names = "--mail", description = "from how far away it takes mail")
  @ToolArgument.Of(text = "takes mail from this node, or also from peers")
  Optional<AgentReach> mail = Optional.empty();

  @Option(names = "--work", description = "from how far away it takes tasks")
  @ToolArgument.Of(text = "takes tasks from this node, or also from peers")
  Optional<AgentReach> work = Optional.empty();

  @Option(
      names = "--subscribe",
      paramLabel = "EVENT",
      description = "in place of its subscriptions: " + EventSubscription.Subscribe.EVENTS)
  @ToolArgument.Of(name = "subscriptions", text = "in place of the present ones")
  List<String> subscriptions = List.of();

  @Mixin CapabilityOptions given = new CapabilityOptions();

  /**
   * An agent's capabilities.
   *
   * @param declared as given
   * @param effective what is valid now, within its parents' limits; {@code mail} and {@code work}
   *     are effective, too
   * @param subscriptions the events that it chose, each with a glob of groups if not of all
   */
  record Held(
      AgentId agentId,
      String name,
      JsonObject declared,
      JsonObject effective,
      AgentReach mail,
      AgentReach work,
      List<String> subscriptions) {}

  @Override
  protected void prepare(Session session) throws Exception {
    CapabilityOptions.requireKnown(session, added);
    given.read(session);
  }

  @Override
  public boolean widens(Transaction tx) {
    if (!given.any() && added.isEmpty() && mail.isEmpty() && work.isEmpty()) {
      return false;
    }
    Agent agent = Agents.named(tx, name);
    return !wanted(agent.declared()).isWithin(agent.declared())
        || !mail.orElse(agent.mail()).isWithin(agent.mail())
        || !work.orElse(agent.work()).isWithin(agent.work());
  }

  @Override
  protected Held work(Transaction tx, Caller caller) {
    Agent agent = Agents.named(tx, name);
    NamedEntity.requireWithin(tx, caller, agent);
    if (given.any() || !added.isEmpty()) {
      agent = Roster.declare(tx, caller, agent, wanted(agent.declared()));
    }
    if (mail.isPresent() || work.isPresent()) {
      agent = Roster.open(tx, caller, agent, mail, work);
    }
    MemoryEvents events = new MemoryEvents(tx);
    if (!subscriptions.isEmpty()) {
      events.subscribe(caller, agent, subscriptions);
    }
    return new Held(
        agent.id(),
        agent.name(),
        agent.declared().json(),
        Agents.capabilities(tx, agent).json(),
        Agents.mailReach(tx, agent),
        Agents.workReach(tx, agent),
        events.subscriptions(agent));
  }

  private Capabilities wanted(Capabilities before) {
    Capabilities wanted = given.over(before);
    List<String> tools = new ArrayList<>(wanted.tools().patterns());
    tools.addAll(added);
    return wanted.withTools(CapabilityOptions.tools(tools));
  }

  @Override
  protected ExitCode show(Output output, Held held) {
    output.line("declared   " + held.declared());
    output.line("holds now  " + held.effective());
    output.line("mail from  %s, work from %s".formatted(held.mail(), held.work()));
    if (!held.subscriptions().isEmpty()) {
      output.line("chose      " + String.join(", ", held.subscriptions()));
    }
    return output.done(held);
  }
}
