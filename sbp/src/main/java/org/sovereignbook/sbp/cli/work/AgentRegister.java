package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.AgentsSettings;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.NamedEntity;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
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

/** {@code sbp agent register}: registers a new agent below the caller (CORDELIA §1.4). */
@Tool(set = Toolset.AGENTS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN)
@Tool.Says(
    "Creates an agent with a key of its own, below you or below an agent of yours. It may never"
        + " do more than its parent. Without capabilities or tools it gets the usual ones:"
        + " tasks, mail, values. Returns the agent and its key, sealed to its parent. Then call"
        + " agent_activate.")
@Command(
    name = "register",
    description = "make an agent with a key of its own; its parent is the caller or below it",
    footer = {
      "Without --tools or --capabilities it may use the board, mail and the bus, as far as its",
      "parent may. It never may do more than its parent."
    })
@Example("sbp agent register coder --tools 'task_*,mail_*,bus_*'")
@Exit(
    code = ExitCode.REFUSED,
    means = "the name is taken, or the parent may not give what is asked (capability_denied)")
@AgentAccess(data = DataAccess.NONE, dangerous = true)
final class AgentRegister extends WideningCommand<AgentView.Registered> {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description =
          "how it is called here: up to 40 of a-z, 0-9, _ and -; made of --display-name if left"
              + " out")
  @ToolArgument.Of(text = "up to 40 of a-z, 0-9, _ and -; made of display_name if absent")
  Optional<String> name = Optional.empty();

  @Option(
      names = "--parent",
      paramLabel = "AGENT",
      description = "its parent: the caller, or an agent below it (default: the caller)")
  @ToolArgument.Of(
      name = "parent_entity_id",
      also = "parent",
      text = "its parent: you (default) or an agent below you")
  Optional<String> parent = Optional.empty();

  @Option(names = "--type", description = "what it is")
  @ToolArgument.Of(name = "agent_type", also = "type", text = "its kind")
  AgentType type = AgentType.CUSTOM;

  @Option(names = "--display-name", paramLabel = "TEXT", description = "how people call it")
  @ToolArgument.Of(text = "its name for people")
  Optional<String> displayName = Optional.empty();

  @Option(names = "--mail", description = "from how far away it takes mail")
  @ToolArgument.Of(text = "takes mail from this node, or also from peers")
  AgentReach mail = AgentReach.NODE;

  @Option(names = "--work", description = "from how far away it takes tasks")
  @ToolArgument.Of(text = "takes tasks from this node, or also from peers")
  AgentReach work = AgentReach.NODE;

  @Option(
      names = "--grace-seconds",
      paramLabel = "N",
      description = "how long it can be reactivated once it is deactivated")
  @Range.Of(min = 0, max = AgentsSettings.MAX_GRACE_SECONDS)
  @ToolArgument.Of(text = "how long it can come back after its end")
  Optional<Long> graceSeconds = Optional.empty();

  @Option(
      names = "--subscribe",
      paramLabel = "EVENT",
      description = EventSubscription.Subscribe.EVENTS + "; may be repeated")
  @ToolArgument.Of(name = "subscriptions", text = EventSubscription.Subscribe.EVENTS)
  List<String> subscriptions = List.of();

  @Mixin CapabilityOptions given = new CapabilityOptions();

  @Override
  protected void prepare(Session session) throws Exception {
    if (name.isEmpty() && displayName.isEmpty()) {
      throw CliException.wrong("agent register needs a name", "usage:  sbp agent register NAME");
    }
    given.read(session);
  }

  /**
   * Returns whether the owner must prove itself: not for an agent with at most the usual tools, on
   * this node.
   */
  @Override
  public boolean widens(Transaction tx) {
    Capabilities usual = Registration.usualWithin(Capabilities.ALL);
    boolean isUsual = !given.any() || given.over(usual).isWithin(usual);
    return !isUsual || mail != AgentReach.NODE || work != AgentReach.NODE;
  }

  @Override
  protected AgentView.Registered work(Transaction tx, Caller caller) {
    Optional<Agent> above =
        parent.isPresent() ? NamedEntity.of(tx, caller, parent.get()).agent() : caller.agent();
    Optional<Capabilities> asked =
        given.any()
            ? Optional.of(
                given.over(Registration.usualWithin(Registration.most(tx, caller, above))))
            : Optional.empty();
    String called = name.orElseGet(() -> Registration.nameFor(tx, displayName.orElse("")));
    Registration.Registered made =
        new Registration(called, type, displayName, asked, mail, work, graceSeconds)
            .register(tx, caller, above);
    if (!subscriptions.isEmpty()) {
      new MemoryEvents(tx).subscribe(caller, made.agent(), subscriptions);
    }
    return new AgentView.Registered(AgentView.of(tx, made.agent()), made.sealedKey().toString());
  }

  @Override
  protected ExitCode show(Output output, AgentView.Registered made) {
    output.line("%s is registered (%s)".formatted(made.agent().name(), made.agent().fingerprint()));
    output.lines(made.agent().capabilityLines());
    output.line("a token for its process:  sbp agent token " + made.agent().name());
    return output.done(made);
  }
}
