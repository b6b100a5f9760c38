package org.sovereignbook.sbp.cli;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.cli.chain.ChainCommand;
import org.sovereignbook.sbp.cli.keep.AcceptCommand;
import org.sovereignbook.sbp.cli.keep.BackupCommand;
import org.sovereignbook.sbp.cli.keep.EthosCommand;
import org.sovereignbook.sbp.cli.keep.IdentityCommand;
import org.sovereignbook.sbp.cli.keep.KeygenCommand;
import org.sovereignbook.sbp.cli.keep.LostCommand;
import org.sovereignbook.sbp.cli.keep.PluginCommand;
import org.sovereignbook.sbp.cli.keep.RestoreCommand;
import org.sovereignbook.sbp.cli.keep.ScriptCommand;
import org.sovereignbook.sbp.cli.keep.ServeCommand;
import org.sovereignbook.sbp.cli.keep.SocietyFilesCommand;
import org.sovereignbook.sbp.cli.keep.StoreCommand;
import org.sovereignbook.sbp.cli.keep.TickCommand;
import org.sovereignbook.sbp.cli.look.CostCommand;
import org.sovereignbook.sbp.cli.look.DigestCommand;
import org.sovereignbook.sbp.cli.look.InboxCommand;
import org.sovereignbook.sbp.cli.look.LogCommand;
import org.sovereignbook.sbp.cli.look.OutboxCommand;
import org.sovereignbook.sbp.cli.look.StatusCommand;
import org.sovereignbook.sbp.cli.look.VerifyCommand;
import org.sovereignbook.sbp.cli.memory.GroupCommand;
import org.sovereignbook.sbp.cli.memory.MemoryCommand;
import org.sovereignbook.sbp.cli.memory.SwarmCommand;
import org.sovereignbook.sbp.cli.memory.TrustCommand;
import org.sovereignbook.sbp.cli.read.FeedCommand;
import org.sovereignbook.sbp.cli.read.MessagesCommand;
import org.sovereignbook.sbp.cli.read.ReadCommand;
import org.sovereignbook.sbp.cli.read.SearchCommand;
import org.sovereignbook.sbp.cli.rules.AccessCommand;
import org.sovereignbook.sbp.cli.rules.AuditCommand;
import org.sovereignbook.sbp.cli.rules.EntityCommand;
import org.sovereignbook.sbp.cli.rules.HookCommand;
import org.sovereignbook.sbp.cli.rules.WebhookCommand;
import org.sovereignbook.sbp.cli.sessions.ChatCommand;
import org.sovereignbook.sbp.cli.sessions.SessionCommand;
import org.sovereignbook.sbp.cli.talk.BootstrapCommand;
import org.sovereignbook.sbp.cli.talk.EndorseCommand;
import org.sovereignbook.sbp.cli.talk.FollowCommand;
import org.sovereignbook.sbp.cli.talk.PeersCommand;
import org.sovereignbook.sbp.cli.talk.PostCommand;
import org.sovereignbook.sbp.cli.talk.ShareCommand;
import org.sovereignbook.sbp.cli.talk.SubscribeCommand;
import org.sovereignbook.sbp.cli.talk.WriteCommand;
import org.sovereignbook.sbp.cli.work.AgentCommand;
import org.sovereignbook.sbp.cli.work.BusCommand;
import org.sovereignbook.sbp.cli.work.EventCommand;
import org.sovereignbook.sbp.cli.work.MailCommand;
import org.sovereignbook.sbp.cli.work.TaskCommand;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandCall;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.mcp.McpCommand;
import org.sovereignbook.sbp.frontend.web.WebCommand;
import org.sovereignbook.sbp.ops.completion.CompleteCommand;
import org.sovereignbook.sbp.ops.completion.CompletionCommand;
import org.sovereignbook.sbp.ops.config.ConfigCommand;
import org.sovereignbook.sbp.ops.demo.DemoCommand;
import org.sovereignbook.sbp.ops.doctor.DoctorCommand;
import org.sovereignbook.sbp.ops.eject.EjectCommand;
import org.sovereignbook.sbp.ops.init.InitCommand;
import org.sovereignbook.sbp.ops.service.HandoffCommand;
import org.sovereignbook.sbp.ops.service.ServiceCommand;
import org.sovereignbook.sbp.ops.shell.ShellCommand;
import org.sovereignbook.sbp.ops.team.TeamCommand;
import org.sovereignbook.sbp.ops.up.UpCommand;
import org.sovereignbook.sbp.ops.up.UpControl;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.TypeConversionException;

/**
 * The table of all subcommands, in the order of the usage screen. Only the subcommand that is
 * called is instantiated. A new subcommand is a class and a row here.
 */
final class Commands implements CommandTable {

  /** The headings of the usage screen. */
  enum Group {
    START("start"),
    TALK("talk"),
    READ("read"),
    LOOK("look"),
    /** Commands for agents that work together. */
    WORK("work"),
    MEMORY("memory", true),
    /** A brief group holds rarely used commands; the usage screen shows only their names. */
    RULES("rules", true),
    RUN("run"),
    KEEP("keep", true),
    /** Commands called by ejected steps and by the tick. */
    STEPS("steps", true),
    EXTEND("extend", true),
    KEYS("keys", true),
    HELP("help", true),
    HIDDEN("");

    private final String heading;
    private final boolean isBrief;

    Group(String heading) {
      this(heading, false);
    }

    Group(String heading, boolean isBrief) {
      this.heading = heading;
      this.isBrief = isBrief;
    }

    String heading() {
      return heading;
    }
  }

  /** One subcommand; its class declares its description and its arguments. */
  record Row(String name, Group group, Supplier<Subcommand> make) {}

  /** Holds the descriptions, so that a process that runs many commands builds them once. */
  private static final class BuiltIn {
    static final Catalog CATALOG = builtIn().described();
  }

  private final List<Row> rows;
  private final boolean areBuiltIn;

  private Commands(Stream<Row> rows, boolean areBuiltIn) {
    this.rows = rows.sorted((one, other) -> one.group().compareTo(other.group())).toList();
    this.areBuiltIn = areBuiltIn;
  }

  private static Row row(String name, Group group, Supplier<Subcommand> supplier) {
    return new Row(name, group, supplier);
  }

  /**
   * Returns the commands of this program. They are instantiated on demand, because an ejected step
   * replaces its own command.
   */
  // Lambdas, because a reference to a constructor would load the class of each command.
  static Commands builtIn() {
    return new Commands(
        Stream.concat(
            Stream.of(
                row("init", Group.START, () -> new InitCommand()),
                row("up", Group.START, () -> new UpCommand()),
                row("demo", Group.START, () -> new DemoCommand()),
                row("bootstrap", Group.START, () -> new BootstrapCommand()),
                row("doctor", Group.START, () -> new DoctorCommand()),
                row("config", Group.START, () -> new ConfigCommand()),
                row("chat", Group.TALK, () -> new ChatCommand()),
                row("post", Group.TALK, () -> new PostCommand()),
                row("share", Group.TALK, () -> new ShareCommand()),
                row("send", Group.TALK, () -> new WriteCommand.Send()),
                row("reply", Group.TALK, () -> new WriteCommand.Reply()),
                row("follow", Group.TALK, () -> new FollowCommand()),
                row("endorse", Group.TALK, () -> new EndorseCommand()),
                row("subscribe", Group.TALK, () -> new SubscribeCommand()),
                row("unsubscribe", Group.TALK, () -> new SubscribeCommand.Undo()),
                row("peers", Group.TALK, () -> new PeersCommand()),
                row("feed", Group.READ, () -> new FeedCommand()),
                row("read", Group.READ, () -> new ReadCommand()),
                row("messages", Group.READ, () -> new MessagesCommand()),
                row("search", Group.READ, () -> new SearchCommand()),
                row("status", Group.LOOK, () -> new StatusCommand()),
                row("inbox", Group.LOOK, () -> new InboxCommand()),
                row("outbox", Group.LOOK, () -> new OutboxCommand()),
                row("log", Group.LOOK, () -> new LogCommand()),
                row("digest", Group.LOOK, () -> new DigestCommand()),
                row("cost", Group.LOOK, () -> new CostCommand()),
                row("verify", Group.LOOK, () -> new VerifyCommand()),
                row("agent", Group.WORK, () -> new AgentCommand()),
                row("task", Group.WORK, () -> new TaskCommand()),
                row("team", Group.WORK, () -> new TeamCommand()),
                row("mail", Group.WORK, () -> new MailCommand()),
                row("bus", Group.MEMORY, () -> new BusCommand()),
                row("session", Group.MEMORY, () -> new SessionCommand()),
                row("event", Group.WORK, () -> new EventCommand()),
                row("group", Group.MEMORY, () -> new GroupCommand()),
                row("memory", Group.MEMORY, () -> new MemoryCommand()),
                row("swarm", Group.MEMORY, () -> new SwarmCommand()),
                row("trust", Group.MEMORY, () -> new TrustCommand()),
                row("chain", Group.MEMORY, () -> new ChainCommand()),
                row("entity", Group.RULES, () -> new EntityCommand()),
                row("access", Group.RULES, () -> new AccessCommand()),
                row("audit", Group.RULES, () -> new AuditCommand()),
                row("hook", Group.RULES, () -> new HookCommand()),
                row("webhook", Group.RULES, () -> new WebhookCommand()),
                row("serve", Group.RUN, () -> new ServeCommand()),
                row("stop", Group.KEEP, () -> new UpControl.Stop()),
                row("restart", Group.KEEP, () -> new UpControl.Restart()),
                row("reload", Group.KEEP, () -> new UpControl.Reload()),
                row("mcp", Group.RUN, () -> new McpCommand()),
                row("tick", Group.RUN, () -> new TickCommand()),
                row("service", Group.KEEP, () -> new ServiceCommand()),
                row("handoff", Group.KEEP, () -> new HandoffCommand()),
                row("backup", Group.KEEP, () -> new BackupCommand()),
                row("restore", Group.KEEP, () -> new RestoreCommand()),
                row("accept", Group.RULES, () -> new AcceptCommand()),
                row("society", Group.KEEP, () -> new SocietyFilesCommand()),
                row("store", Group.KEEP, () -> new StoreCommand()),
                row("lost", Group.KEEP, () -> new LostCommand()),
                row("eject", Group.EXTEND, () -> new EjectCommand()),
                row("script", Group.EXTEND, () -> new ScriptCommand()),
                row("plugin", Group.EXTEND, () -> new PluginCommand()),
                row("ethos", Group.KEYS, () -> new EthosCommand()),
                row("keygen", Group.KEYS, () -> new KeygenCommand()),
                row("identity", Group.KEYS, () -> new IdentityCommand()),
                row("version", Group.HELP, () -> new VersionCommand()),
                row("commands", Group.HELP, () -> new CommandsCommand()),
                row("web", Group.HELP, () -> new WebCommand()),
                row("shell", Group.HELP, () -> new ShellCommand()),
                row("completion", Group.HELP, () -> new CompletionCommand()),
                row("complete", Group.HIDDEN, () -> new CompleteCommand()),
                row("warm-up", Group.HIDDEN, () -> new WarmUpCommand())),
            Steps.ALL.stream().map(StepCommand::row)),
        true);
  }

  /** Makes a table of these rows only. */
  static Commands of(Row... rows) {
    return new Commands(Stream.of(rows), false);
  }

  /** Returns a table with another row at the end of its group. */
  Commands with(Row row) {
    return new Commands(Stream.concat(rows.stream(), Stream.of(row)), false);
  }

  Optional<Row> find(String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst();
  }

  /** Returns whether a command has another of this name below it. */
  boolean hasPart(String name, String part) {
    return find(name).stream()
        .map(row -> make(row).getClass().getAnnotation(Command.class))
        .flatMap(command -> Stream.of(command.subcommands()))
        .anyMatch(below -> below.getAnnotation(Command.class).name().equals(part));
  }

  List<Row> all() {
    return rows;
  }

  /** Returns the rows that are not hidden. */
  List<Row> shown() {
    return rows.stream().filter(row -> row.group() != Group.HIDDEN).toList();
  }

  Subcommand make(Row row) {
    return row.make().get();
  }

  /** Returns the option parser of a subcommand, with the subcommand inside. */
  CommandLine commandLine(Row row) {
    Subcommand command = make(row);
    CommandLine line = new CommandLine(command);
    line.setCommandName("sbp " + row.name());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // An argument that begins with @ is text for a person, not a file of arguments.
    line.setExpandAtFiles(false);
    // The words after the name of a script belong to the script.
    line.setStopAtPositional(command instanceof ScriptCommand);
    line.registerConverter(Endpoint.class, Commands::endpoint);
    line.getCommandSpec().usageMessage().description(command.description());
    line.getCommandSpec().usageMessage().sortOptions(false);
    return line;
  }

  private static Endpoint endpoint(String text) {
    try {
      return Endpoint.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  @Override
  public ExitCode run(Session session, List<String> words) {
    return new Program(session, this).run(words.toArray(String[]::new));
  }

  @Override
  public ExitCode call(Session session, CommandCall call) {
    return new Program(session, this).call(call, make(call.command().path()));
  }

  /** Makes a command, or the part of one, by its words. */
  private Subcommand make(List<String> path) {
    Subcommand command = make(find(path.getFirst()).orElseThrow());
    for (String name : path.subList(1, path.size())) {
      command = part(command, name);
    }
    return command;
  }

  private static Subcommand part(Subcommand command, String name) {
    for (Class<?> part : command.getClass().getAnnotation(Command.class).subcommands()) {
      if (part.getAnnotation(Command.class).name().equals(name)) {
        return made(part.asSubclass(Subcommand.class));
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static Subcommand made(Class<? extends Subcommand> type) {
    try {
      Constructor<? extends Subcommand> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + type, e);
    }
  }

  @Override
  public Catalog catalog() {
    return areBuiltIn ? BuiltIn.CATALOG : described();
  }

  /** Builds the descriptions of all commands. */
  private Catalog described() {
    return new Catalog(
        ProgramVersion.text(),
        rows.stream()
            .map(row -> CommandInfo.of(commandLine(row), row.name(), row.group().heading()))
            .toList());
  }

  private List<String> names(Group group) {
    return rows.stream().filter(row -> row.group() == group).map(Row::name).toList();
  }

  /**
   * Returns the usage screen: every subcommand on one line, by group, with an example at the end.
   */
  List<String> usage() {
    List<String> lines = new ArrayList<>();
    lines.add("usage: sbp COMMAND [OPTION]...");
    lines.add("a sovereign agent node on the sbp/1 protocol");
    lines.add("");
    for (Group group : Group.values()) {
      if (group.isBrief) {
        lines.add("  %-6s %s".formatted(group.heading, String.join(" ", names(group))));
      } else {
        lines.addAll(usage(group));
      }
    }
    lines.add("");
    lines.add("sbp help COMMAND explains one, sbp help WORD finds some. The node is --home");
    lines.add("DIR, $SBP_HOME or the nearest parent that is one. Every command takes --json.");
    lines.add("example:  sbp init my-agent --local --prompt 'talk about the weather'");
    lines.add("          cd my-agent && sbp doctor");
    return lines;
  }

  private List<String> usage(Group group) {
    List<String> lines = new ArrayList<>();
    for (Row row : shown()) {
      if (row.group() == group) {
        String heading = lines.isEmpty() ? group.heading : "";
        lines.add("  %-6s %-12s %s".formatted(heading, row.name(), make(row).description()));
      }
    }
    return lines;
  }
}
