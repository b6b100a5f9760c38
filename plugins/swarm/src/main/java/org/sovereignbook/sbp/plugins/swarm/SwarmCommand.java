package org.sovereignbook.sbp.plugins.swarm;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.cli.memory.GivenJson;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NamedValue;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.Widening;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.PerMille;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp swarm}: agents that work for one goal and share a memory (CORDELIA §4). */
@Command(
    description = "agents with one goal and memory",
    subcommands = {
      SwarmCommand.Create.class,
      SwarmRun.class,
      SwarmCommand.Status.class,
      SwarmCommand.ListSwarms.class,
      SwarmCommand.Disband.class
    })
@Prints(SwarmListing.Listed.class)
final class SwarmCommand extends SwarmListing {
  private static final String ID = "the swarm's id";

  /** A swarm with its agents. */
  @Shape.Def("swarm")
  record SwarmView(
      boolean success,
      String swarmId,
      String groupId,
      SwarmStrategy strategy,
      Swarm.Phase phase,
      String coordinator,
      List<Row> agents,
      int items,
      List<String> synthesisItems,
      Timestamp createdAt,
      Optional<Timestamp> endedAt) {

    /**
     * One of its agents.
     *
     * @param progress the share of its tasks that are completed, from 0 to 1
     * @param perMille the same in per mille
     */
    @Shape.Def("swarm_agent")
    record Row(
        String agentId,
        String name,
        String slot,
        AgentStatus status,
        int tasks,
        int done,
        BigDecimal progress,
        @Shape.Named("progress_per_mille") int perMille) {}

    static SwarmView of(Transaction tx, Swarm swarm) {
      Swarms.Status status = new Swarms(tx).status(swarm);
      return new SwarmView(
          true,
          swarm.id(),
          swarm.groupId(),
          swarm.strategy(),
          status.phase(),
          MemoryHolder.nameOf(tx, swarm.coordinator()),
          status.agents().stream().map(SwarmView::row).toList(),
          status.items(),
          swarm.findings(),
          Timestamp.ofMillis(swarm.createdMs()),
          swarm.endedMs().map(Timestamp::ofMillis));
    }

    private static Row row(Swarms.AgentProgress one) {
      Agent agent = one.agent();
      return new Row(
          agent.id().hex(),
          agent.name(),
          one.slot(),
          agent.status(),
          one.tasks(),
          one.done(),
          PerMille.share(one.perMille()),
          one.perMille());
    }

    void print(Output output) {
      output.line(
          "%s  %s, %s; coordinator %s; %d items in %s"
              .formatted(swarmId, strategy, phase, coordinator, items, groupId));
      Table table = Table.of("AGENT", "SLOT", "STATUS", "TASKS", "DONE");
      agents.forEach(
          one ->
              table.row(
                  one.name(),
                  one.slot(),
                  one.status().toString(),
                  Integer.toString(one.tasks()),
                  Integer.toString(one.done())));
      output.table(table, "no agents");
      synthesisItems.forEach(item -> output.line("the findings:  sbp memory read " + item));
    }
  }

  /** {@code sbp swarm create}: makes a swarm from its manifest. */
  @Command(
      name = "create",
      description = "make a swarm from its manifest",
      footer = {
        "MANIFEST is JSON: swarm_id, goal, strategy (broadcast, pipeline, hierarchical), agents:",
        "[{slot, agent_type: \"swarm-worker\", count}]; see docs/swarms.md."
      })
  @Example("sbp swarm create landscape.json")
  @Prints(SwarmView.class)
  @Exit(code = ExitCode.REFUSED, means = "an id is taken, or you may not give what it asks")
  @Tool(name = "swarm_create", set = Toolset.AGENTS, without = "--external", shows = Tool.Text.OWN)
  @Tool.Says(
      "Makes a swarm for a goal: registers its agents below you, with a group that they share"
          + " and a task for each. strategy: broadcast (all at once), pipeline (slot after"
          + " slot), hierarchical (coordinator_slot leads). Then swarm_status.")
  @AgentAccess(data = DataAccess.NONE, dangerous = true)
  static final class Create extends SocietyCommand<SwarmView> implements Widening {
    @Mixin OwnerOptions asOwner = new OwnerOptions();

    private static final int MAX_BYTES = 1 << 20;

    @Parameters(paramLabel = "MANIFEST", description = "a JSON file, - or the JSON itself")
    @ToolArgument.Of(
        name = "manifest",
        isObject = true,
        text =
            "swarm_id, goal, group_id, coordinator_agent_id or coordinator_slot, strategy, agents"
                + " [{slot, agent_type: swarm-worker, capabilities, count}], culture")
    String given = "";

    @Option(
        names = "--external",
        description = "its agents are programs of yours that claim their tasks, as over MCP")
    boolean isExternal;

    private String text = "";
    private int mostAgents;

    @Override
    public OwnerOptions asOwner() {
      return asOwner;
    }

    @Override
    protected void prepare(Session session) throws IOException {
      mostAgents = session.node().config().get(SwarmSettings.AGENTS);
      text = given;
      if (!given.stripLeading().startsWith("{")) {
        if (!isOwnerTyping(session.world())) {
          throw CliException.wrong("swarm_create takes the manifest itself, as a JSON object");
        }
        text = TextInput.read(session.world(), given, MAX_BYTES);
      }
      SwarmManifest _ = manifest();
      if (!isExternal && isOwnerTyping(session.world())) {
        requireWorker(session);
      }
    }

    /** Refuses a swarm whose tasks nothing can do: the node's model does those of its members. */
    private static void requireWorker(Session session) {
      Node node = session.node();
      LlmBackend backend = session.backend(node, Optional.empty());
      String external =
          "where programs of yours do its tasks:  sbp swarm create --external MANIFEST";
      if (!backend.metered() || !backend.modes().contains(LlmRequest.Mode.ANSWER)) {
        throw CliException.refused(
            "nothing here can do the tasks of a swarm: the backend "
                + backend.name()
                + " answers no tasks",
            "a model for them:  sbp config set llm.backend ollama/qwen2.5:7b",
            external);
      }
      Readiness found =
          backend.sufficient(
              node.config().section(backend.settingsSection()), session.world().environment());
      if (found.remedy().isPresent()) {
        throw CliException.refused(
            "nothing here can do the tasks of a swarm: " + found.found(),
            "what to do:  " + found.remedy().get(),
            external);
      }
    }

    private SwarmManifest manifest() {
      return SwarmManifest.parse(
          GivenJson.object("the manifest", text, "its form:  sbp help swarm create"), mostAgents);
    }

    @Override
    public boolean widens(Transaction tx) {
      return manifest().widens();
    }

    @Override
    protected SwarmView work(Transaction tx, Caller caller) {
      return SwarmView.of(tx, new Swarms(tx).create(caller, manifest()));
    }

    @Override
    protected ExitCode show(Output output, SwarmView swarm) {
      swarm.print(output);
      output.line(
          isExternal
              ? "its tasks wait for your programs:  sbp task list"
              : "let it work:  sbp swarm run " + swarm.swarmId());
      return output.done(swarm);
    }
  }

  /** A command about one swarm. */
  abstract static class OfSwarm extends SocietyCommand<SwarmView> {
    @Parameters(paramLabel = "ID", description = ID)
    @NamedValue(SwarmFeature.ID)
    @ToolArgument.Of(name = "swarm_id", text = ID)
    String id = "";

    @Override
    protected List<Authority> shown(Transaction tx, SwarmView swarm) {
      return Groups.causes(tx, List.of(swarm.groupId()));
    }
  }

  /** {@code sbp swarm status}: shows a swarm with the progress of its agents. */
  @Command(name = "status", description = "how far a swarm is")
  @Example("sbp swarm status landscape")
  @Prints(SwarmView.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such swarm for you")
  @Tool(name = "swarm_status", set = Toolset.AGENTS, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says(
      "Returns the phase of a swarm of yours, each agent with its status and completed tasks,"
          + " and the item with the merged findings when there is one: memory_read_warm.")
  @AgentAccess(data = DataAccess.RESTRICTED)
  static final class Status extends OfSwarm {
    @Override
    protected SwarmView work(Transaction tx, Caller caller) {
      return SwarmView.of(tx, new Swarms(tx).seen(caller, id));
    }

    @Override
    protected ExitCode show(Output output, SwarmView swarm) {
      swarm.print(output);
      return output.done(swarm);
    }
  }

  /** {@code sbp swarm list}, the same as {@code sbp swarm}. */
  @Command(name = "list", description = "your swarms")
  @Prints(SwarmListing.Listed.class)
  @Tool(name = "swarm_list", set = Toolset.AGENTS, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says("Lists your swarms with their phases, the newest first.")
  @AgentAccess(data = DataAccess.RESTRICTED)
  static final class ListSwarms extends SwarmListing {}

  /** {@code sbp swarm disband}: ends a swarm. */
  @Command(
      name = "disband",
      description = "end a swarm, and keep its findings",
      footer =
          "Its findings stay in your memory. Its group stays readable for you, without an end.")
  @Example("sbp swarm disband landscape")
  @Prints(SwarmView.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it was disbanded before")
  @Exit(code = ExitCode.REFUSED, means = "you are neither its coordinator nor its parent")
  @Tool(
      name = "swarm_disband",
      set = Toolset.AGENTS,
      shows = Tool.Text.OTHERS,
      destroys = true,
      repeats = true)
  @Tool.Says(
      "Ends a swarm of which you are the coordinator or the parent: keeps the merged findings"
          + " in the parent's memory, cancels what is open, deactivates its agents.")
  @AgentAccess(data = DataAccess.NONE)
  static final class Disband extends OfSwarm {
    @Option(names = "--synthesis", paramLabel = "TEXT", description = "the merged findings")
    @ToolArgument.Of(text = "the merged findings; a list of all findings if absent")
    Optional<String> synthesis = Optional.empty();

    @Option(names = "--tombstone", description = "nobody reads its group any more")
    @ToolArgument.Of(text = "delete its group, instead of keeping it readable for the parent")
    boolean tombstone;

    private boolean isNew;

    @Override
    protected SwarmView work(Transaction tx, Caller caller) {
      isNew = new Swarms(tx).disband(caller, id, synthesis, !tombstone, "disbanded");
      return SwarmView.of(tx, new Swarms(tx).find(id).orElseThrow());
    }

    @Override
    protected ExitCode show(Output output, SwarmView swarm) {
      swarm.print(output);
      output.json(swarm);
      return isNew ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
    }
  }
}
