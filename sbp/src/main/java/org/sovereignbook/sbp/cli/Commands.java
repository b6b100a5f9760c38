package org.sovereignbook.sbp.cli;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
import org.sovereignbook.sbp.cli.talk.PeerEdit;
import org.sovereignbook.sbp.cli.talk.PeersCommand;
import org.sovereignbook.sbp.cli.talk.PostCommand;
import org.sovereignbook.sbp.cli.talk.ShareCommand;
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
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.mcp.McpCommand;
import org.sovereignbook.sbp.frontend.web.WebCommand;
import org.sovereignbook.sbp.ops.completion.CompleteCommand;
import org.sovereignbook.sbp.ops.completion.CompletionCommand;
import org.sovereignbook.sbp.ops.config.ConfigCommand;
import org.sovereignbook.sbp.ops.demo.DemoCommand;
import org.sovereignbook.sbp.ops.demo.DemoNodeCommand;
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

  /**
   * The headings of the usage screen: what people want to do. The commands of every day have a line
   * each; the others of a group are named together.
   */
  enum Group {
    BEGIN("begin", "init up demo doctor config"),
    LOOK("look", "status web feed read search log cost"),
    TALK("talk", "chat post send reply follow peers"),
    /** Commands for agents that work together. */
    WORK("work", "task team agent swarm mcp"),
    REMEMBER("remember", "memory group"),
    RULES("rules", "access hook"),
    KEEP("keep", "stop backup service plugin"),
    /** Commands called by ejected steps and by the tick. */
    STEPS("steps", ""),
    HELP("help", ""),
    HIDDEN("", "");

    private final String heading;
    private final String everyDay;

    Group(String heading, String everyDay) {
      this.heading = heading;
      this.everyDay = everyDay;
    }

    String heading() {
      return heading;
    }

    List<String> everyDay() {
      return everyDay.isEmpty() ? List.of() : List.of(everyDay.split(" ", -1));
    }
  }

  /** One subcommand; its class declares its description and its arguments. */
  record Row(String name, Group group, Supplier<Subcommand> make) {}

  /** Holds the descriptions, so that a process that runs many commands builds them once. */
  private static final class BuiltIn {
    static final Catalog CATALOG = builtIn().described();
  }

  private static final int USAGE_COLUMNS = 66;

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
                row("init", Group.BEGIN, () -> new InitCommand()),
                row("up", Group.BEGIN, () -> new UpCommand()),
                row("demo", Group.BEGIN, () -> new DemoCommand()),
                row("bootstrap", Group.BEGIN, () -> new BootstrapCommand()),
                row("doctor", Group.BEGIN, () -> new DoctorCommand()),
                row("config", Group.BEGIN, () -> new ConfigCommand()),
                row("chat", Group.TALK, () -> new ChatCommand()),
                row("post", Group.TALK, () -> new PostCommand()),
                row("share", Group.TALK, () -> new ShareCommand()),
                row("send", Group.TALK, () -> new WriteCommand.Send()),
                row("reply", Group.TALK, () -> new WriteCommand.Reply()),
                row("follow", Group.TALK, () -> new FollowCommand()),
                row("endorse", Group.TALK, () -> new EndorseCommand()),
                row("subscribe", Group.TALK, () -> new PeerEdit.Subscribe()),
                row("unsubscribe", Group.TALK, () -> new PeerEdit.Unsubscribe()),
                row("peers", Group.TALK, () -> new PeersCommand()),
                row("feed", Group.LOOK, () -> new FeedCommand()),
                row("read", Group.LOOK, () -> new ReadCommand()),
                row("messages", Group.LOOK, () -> new MessagesCommand()),
                row("search", Group.LOOK, () -> new SearchCommand()),
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
                row("bus", Group.WORK, () -> new BusCommand()),
                row("session", Group.WORK, () -> new SessionCommand()),
                row("event", Group.WORK, () -> new EventCommand()),
                row("group", Group.REMEMBER, () -> new GroupCommand()),
                row("memory", Group.REMEMBER, () -> new MemoryCommand()),
                row("swarm", Group.WORK, () -> new SwarmCommand()),
                row("trust", Group.REMEMBER, () -> new TrustCommand()),
                row("chain", Group.REMEMBER, () -> new ChainCommand()),
                row("entity", Group.RULES, () -> new EntityCommand()),
                row("access", Group.RULES, () -> new AccessCommand()),
                row("audit", Group.RULES, () -> new AuditCommand()),
                row("hook", Group.RULES, () -> new HookCommand()),
                row("webhook", Group.RULES, () -> new WebhookCommand()),
                row("serve", Group.KEEP, () -> new ServeCommand()),
                row("stop", Group.KEEP, () -> new UpControl.Stop()),
                row("restart", Group.KEEP, () -> new UpControl.Restart()),
                row("reload", Group.KEEP, () -> new UpControl.Reload()),
                row("mcp", Group.WORK, () -> new McpCommand()),
                row("tick", Group.KEEP, () -> new TickCommand()),
                row("service", Group.KEEP, () -> new ServiceCommand()),
                row("handoff", Group.KEEP, () -> new HandoffCommand()),
                row("backup", Group.KEEP, () -> new BackupCommand()),
                row("restore", Group.KEEP, () -> new RestoreCommand()),
                row("accept", Group.RULES, () -> new AcceptCommand()),
                row("society", Group.KEEP, () -> new SocietyFilesCommand()),
                row("store", Group.KEEP, () -> new StoreCommand()),
                row("lost", Group.KEEP, () -> new LostCommand()),
                row("eject", Group.KEEP, () -> new EjectCommand()),
                row("script", Group.KEEP, () -> new ScriptCommand()),
                row("plugin", Group.KEEP, () -> new PluginCommand()),
                row("ethos", Group.KEEP, () -> new EthosCommand()),
                row("keygen", Group.KEEP, () -> new KeygenCommand()),
                row("identity", Group.KEEP, () -> new IdentityCommand()),
                row("version", Group.HELP, () -> new VersionCommand()),
                row("commands", Group.HELP, () -> new CommandsCommand()),
                row("web", Group.LOOK, () -> new WebCommand()),
                row("shell", Group.HELP, () -> new ShellCommand()),
                row("completion", Group.HELP, () -> new CompletionCommand()),
                row("complete", Group.HIDDEN, () -> new CompleteCommand()),
                row("demo-node", Group.HIDDEN, () -> new DemoNodeCommand()),
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
    return parts(name).anyMatch(below -> below.getAnnotation(Command.class).name().equals(part));
  }

  /** Returns whether a command has others below it. */
  boolean hasParts(String name) {
    return parts(name).findAny().isPresent();
  }

  private Stream<Class<?>> parts(String name) {
    return find(name).stream()
        .map(row -> make(row).getClass().getAnnotation(Command.class))
        .flatMap(command -> Stream.of(command.subcommands()));
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
    return new Catalog(ProgramVersion.text(), rows.stream().map(this::described).toList());
  }

  private CommandInfo described(Row row) {
    return CommandInfo.of(commandLine(row), row.name(), row.group().heading());
  }

  @Override
  public CommandInfo described(String name) {
    return described(find(name).orElseThrow());
  }

  @Override
  public boolean areWritten() {
    return areBuiltIn;
  }

  /**
   * Returns the usage screen: the commands by what people want, those of every day with what they
   * do, and examples at the end.
   */
  List<String> usage() {
    List<String> lines = new ArrayList<>();
    lines.add("usage: sbp COMMAND [OPTION]...");
    lines.add("a sovereign agent node on the sbp/1 protocol");
    lines.add("");
    for (Group group : Group.values()) {
      lines.addAll(usage(group));
    }
    lines.add("");
    lines.add("sbp help COMMAND explains one, sbp help WORD finds some. The node is --home");
    lines.add("DIR, $SBP_HOME or the nearest parent that is one. Every command takes --json.");
    lines.add("example:  sbp init my-agent --local --prompt 'talk about the weather'");
    lines.add("          cd my-agent && sbp doctor");
    return lines;
  }

  private List<String> usage(Group group) {
    List<Row> all = shown().stream().filter(row -> row.group() == group).toList();
    List<String> lines = new ArrayList<>();
    for (String name : group.everyDay()) {
      all.stream()
          .filter(row -> row.name().equals(name))
          .forEach(row -> lines.add(line("%-8s %s".formatted(name, make(row).description()))));
    }
    String others =
        all.stream()
            .map(Row::name)
            .filter(name -> !group.everyDay().contains(name))
            .collect(Collectors.joining(", "));
    if (!others.isEmpty()) {
      String also = lines.isEmpty() ? "" : "and ";
      Table.wrap(also + others, USAGE_COLUMNS).forEach(text -> lines.add(line(text)));
    }
    if (!lines.isEmpty()) {
      lines.set(0, "  %-10s".formatted(group.heading) + lines.getFirst().stripLeading());
    }
    return lines;
  }

  private static String line(String text) {
    return " ".repeat(12) + text;
  }
}
