package org.sovereignbook.sbp.cli;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.cli.keep.AcceptCommand;
import org.sovereignbook.sbp.cli.keep.BackupCommand;
import org.sovereignbook.sbp.cli.keep.EthosCommand;
import org.sovereignbook.sbp.cli.keep.IdentityCommand;
import org.sovereignbook.sbp.cli.keep.KeygenCommand;
import org.sovereignbook.sbp.cli.keep.LostCommand;
import org.sovereignbook.sbp.cli.keep.PluginCommand;
import org.sovereignbook.sbp.cli.keep.RestoreCommand;
import org.sovereignbook.sbp.cli.keep.RoutesCommand;
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
import org.sovereignbook.sbp.cli.memory.TrustCommand;
import org.sovereignbook.sbp.cli.read.FeedCommand;
import org.sovereignbook.sbp.cli.read.MessagesCommand;
import org.sovereignbook.sbp.cli.read.ReadCommand;
import org.sovereignbook.sbp.cli.read.SearchCommand;
import org.sovereignbook.sbp.cli.rules.AccessCommand;
import org.sovereignbook.sbp.cli.rules.AuditCommand;
import org.sovereignbook.sbp.cli.rules.EntityCommand;
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
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.mcp.McpCommand;
import org.sovereignbook.sbp.frontend.web.WebCommand;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.ops.config.ConfigCommand;
import org.sovereignbook.sbp.ops.doctor.DoctorCommand;
import org.sovereignbook.sbp.ops.init.InitCommand;
import org.sovereignbook.sbp.ops.up.UpCommand;
import org.sovereignbook.sbp.ops.up.UpControl;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
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
   * One subcommand; its class declares its description and its arguments.
   *
   * @param isOfEveryDay whether it has a line of its own on the usage screen
   * @param feature the one that it belongs to
   * @param parts what features add below it
   */
  record Row(
      String name,
      CommandGroup group,
      boolean isOfEveryDay,
      Supplier<Subcommand> make,
      Optional<Feature> feature,
      List<Part> parts) {
    Row(String name, CommandGroup group, Supplier<Subcommand> make) {
      this(name, group, group.everyDay().contains(name), make, Optional.empty(), List.of());
    }

    private Row with(Stream<Part> more) {
      List<Part> below = more.filter(it -> it.isBelow(name)).toList();
      return new Row(name, group, isOfEveryDay, make, feature, below);
    }

    private Optional<Part> part(String part) {
      return parts.stream().filter(each -> each.command().name().equals(part)).findFirst();
    }

    /**
     * Returns a command of this row, which refuses to run in a node whose owner has switched it
     * off.
     *
     * @param path its words
     */
    Subcommand onlyWhenOn(List<String> path, Subcommand command) {
      Subcommand guarded = command;
      for (Feature each : features(path).reversed()) {
        guarded = new OfFeature(each, guarded);
      }
      return guarded;
    }

    /** Returns the features of a command: that of its part first, then that of the row. */
    private List<Feature> features(List<String> path) {
      return Stream.concat(feature(path).stream(), feature.stream()).distinct().toList();
    }

    private Optional<Feature> feature(List<String> path) {
      return path.stream()
          .skip(1)
          .findFirst()
          .flatMap(this::part)
          .map(Part::feature)
          .or(() -> feature);
    }
  }

  /** A command that a feature adds below one of the program. */
  record Part(FeatureCommand command, Feature feature) {
    private boolean isBelow(String name) {
      return command.isBelow(name);
    }
  }

  /** Holds the descriptions, so that a process that runs many commands builds them once. */
  private static final class BuiltIn {
    static final Catalog CATALOG = builtIn().described();
  }

  private static final int USAGE_COLUMNS = 66;

  private final List<Row> rows;

  /** The features whose commands are among these; empty for rows chosen by hand. */
  private final Optional<Features> features;

  private Commands(Stream<Row> rows, Optional<Features> features) {
    this.rows = rows.sorted((one, other) -> one.group().compareTo(other.group())).toList();
    this.features = features;
  }

  private static Commands with(Features features) {
    return new Commands(rows(features), Optional.of(features));
  }

  /**
   * Returns the commands of a feature.
   *
   * @throws PluginException when its code fails
   */
  private static Stream<Part> parts(CommandFeature feature) {
    try {
      return feature.commands().stream().map(one -> new Part(one, feature));
    } catch (RuntimeException e) {
      throw new PluginException(
          "the feature " + feature.name() + " is broken: " + PeerText.plain(e.toString()),
          List.of("remove it:  sbp plugin remove " + feature.name()));
    }
  }

  /** Returns the same for a list of all: a feature that is broken has none. */
  private static Stream<Part> partsIfAny(CommandFeature feature) {
    try {
      return parts(feature);
    } catch (PluginException e) {
      return Stream.of();
    }
  }

  private static Row row(String name, CommandGroup group, Supplier<Subcommand> supplier) {
    return new Row(name, group, supplier);
  }

  /**
   * Returns the commands of this program. They are instantiated on demand, because an ejected step
   * replaces its own command.
   */
  // Lambdas, because a reference to a constructor would load the class of each command.
  static Commands builtIn() {
    return with(Features.bundled());
  }

  /** Returns the commands of this program without those of features. */
  static Commands ofProgram() {
    return with(new Features(List.of()));
  }

  /** Returns the commands of one feature that stand alone. */
  static Commands ofFeature(Feature feature) {
    Features only = new Features(List.of(feature));
    return new Commands(rows(only).filter(row -> row.feature().isPresent()), Optional.of(only));
  }

  /** Returns the rows of the program and of features, each with what features add below it. */
  private static Stream<Row> rows(Features features) {
    List<Part> added = added(features);
    return alone(added).map(row -> row.with(added.stream()));
  }

  /** Returns the rows of the program, and of features those that stand alone. */
  private static Stream<Row> alone(List<Part> added) {
    return Stream.concat(
        rows(),
        added.stream()
            .filter(one -> one.command().path().size() == 1)
            .map(
                one ->
                    new Row(
                        one.command().name(),
                        one.command().group(),
                        one.command().isOfEveryDay(),
                        one.command().make(),
                        Optional.of(one.feature()),
                        List.of())));
  }

  /**
   * Returns the commands of features. One of somebody else's feature that cannot be made, or that
   * has the words of another command, is left out, so that all the others work.
   */
  private static List<Part> added(Features features) {
    List<Part> added = new ArrayList<>();
    List<Feature> bundled = Features.bundled().all();
    // Those of the program first, since others may stand below theirs.
    List<CommandFeature> inOrder =
        features.of(CommandFeature.class).stream()
            .sorted(Comparator.comparing(feature -> !bundled.contains(feature)))
            .toList();
    for (CommandFeature feature : inOrder) {
      for (Part part : partsIfAny(feature).toList()) {
        if (bundled.contains(feature) || isSound(part, added)) {
          added.add(part);
        }
      }
    }
    return added;
  }

  private static boolean isSound(Part part, List<Part> earlier) {
    List<String> path = part.command().path();
    if (earlier.stream().anyMatch(one -> one.command().path().equals(path))) {
      return false;
    }
    Optional<Row> above =
        alone(earlier).filter(row -> row.name().equals(path.getFirst())).findFirst();
    boolean isTaken =
        path.size() == 1
            ? above.isPresent()
            : above.isEmpty() || partNames(above.get()).anyMatch(path.getLast()::equals);
    try {
      return !isTaken
          && !CommandInfo.of(new CommandLine(part.command().make().get()), path, "")
              .path()
              .isEmpty();
    } catch (RuntimeException | LinkageError e) {
      return false;
    }
  }

  private static Stream<Row> rows() {
    return Stream.concat(
        Stream.of(
            row("init", CommandGroup.BEGIN, () -> new InitCommand()),
            row("up", CommandGroup.BEGIN, () -> new UpCommand()),
            row("bootstrap", CommandGroup.BEGIN, () -> new BootstrapCommand()),
            row("doctor", CommandGroup.BEGIN, () -> new DoctorCommand()),
            row("config", CommandGroup.BEGIN, () -> new ConfigCommand()),
            row("chat", CommandGroup.TALK, () -> new ChatCommand()),
            row("post", CommandGroup.TALK, () -> new PostCommand()),
            row("share", CommandGroup.TALK, () -> new ShareCommand()),
            row("send", CommandGroup.TALK, () -> new WriteCommand.Send()),
            row("reply", CommandGroup.TALK, () -> new WriteCommand.Reply()),
            row("follow", CommandGroup.TALK, () -> new FollowCommand()),
            row("endorse", CommandGroup.TALK, () -> new EndorseCommand()),
            row("subscribe", CommandGroup.TALK, () -> new PeerEdit.Subscribe()),
            row("unsubscribe", CommandGroup.TALK, () -> new PeerEdit.Unsubscribe()),
            row("peers", CommandGroup.TALK, () -> new PeersCommand()),
            row("feed", CommandGroup.LOOK, () -> new FeedCommand()),
            row("read", CommandGroup.LOOK, () -> new ReadCommand()),
            row("messages", CommandGroup.LOOK, () -> new MessagesCommand()),
            row("search", CommandGroup.LOOK, () -> new SearchCommand()),
            row("status", CommandGroup.LOOK, () -> new StatusCommand()),
            row("inbox", CommandGroup.LOOK, () -> new InboxCommand()),
            row("outbox", CommandGroup.LOOK, () -> new OutboxCommand()),
            row("log", CommandGroup.LOOK, () -> new LogCommand()),
            row("digest", CommandGroup.LOOK, () -> new DigestCommand()),
            row("cost", CommandGroup.LOOK, () -> new CostCommand()),
            row("verify", CommandGroup.LOOK, () -> new VerifyCommand()),
            row("agent", CommandGroup.WORK, () -> new AgentCommand()),
            row("task", CommandGroup.WORK, () -> new TaskCommand()),
            row("mail", CommandGroup.WORK, () -> new MailCommand()),
            row("bus", CommandGroup.WORK, () -> new BusCommand()),
            row("session", CommandGroup.WORK, () -> new SessionCommand()),
            row("event", CommandGroup.WORK, () -> new EventCommand()),
            row("group", CommandGroup.REMEMBER, () -> new GroupCommand()),
            row("memory", CommandGroup.REMEMBER, () -> new MemoryCommand()),
            row("trust", CommandGroup.REMEMBER, () -> new TrustCommand()),
            row("entity", CommandGroup.RULES, () -> new EntityCommand()),
            row("access", CommandGroup.RULES, () -> new AccessCommand()),
            row("audit", CommandGroup.RULES, () -> new AuditCommand()),
            row("serve", CommandGroup.KEEP, () -> new ServeCommand()),
            row("stop", CommandGroup.KEEP, () -> new UpControl.Stop()),
            row("restart", CommandGroup.KEEP, () -> new UpControl.Restart()),
            row("reload", CommandGroup.KEEP, () -> new UpControl.Reload()),
            row("mcp", CommandGroup.WORK, () -> new McpCommand()),
            row("tick", CommandGroup.KEEP, () -> new TickCommand()),
            row("backup", CommandGroup.KEEP, () -> new BackupCommand()),
            row("restore", CommandGroup.KEEP, () -> new RestoreCommand()),
            row("accept", CommandGroup.RULES, () -> new AcceptCommand()),
            row("society", CommandGroup.KEEP, () -> new SocietyFilesCommand()),
            row("store", CommandGroup.KEEP, () -> new StoreCommand()),
            row("lost", CommandGroup.KEEP, () -> new LostCommand()),
            row("script", CommandGroup.KEEP, () -> new ScriptCommand()),
            row("plugin", CommandGroup.KEEP, () -> new PluginCommand()),
            row("ethos", CommandGroup.KEEP, () -> new EthosCommand()),
            row("keygen", CommandGroup.KEEP, () -> new KeygenCommand()),
            row("identity", CommandGroup.KEEP, () -> new IdentityCommand()),
            row("version", CommandGroup.HELP, () -> new VersionCommand()),
            row("commands", CommandGroup.HELP, () -> new CommandsCommand()),
            row("web", CommandGroup.LOOK, () -> new WebCommand()),
            row("routes", CommandGroup.HIDDEN, () -> new RoutesCommand()),
            row("warm-up", CommandGroup.HIDDEN, () -> new WarmUpCommand())),
        Steps.ALL.stream().map(StepCommand::row));
  }

  @Override
  public CommandTable of(Node node) {
    return ofNode(node);
  }

  /** Works like {@link #of(Node)}. */
  Commands ofNode(Node node) {
    return of(node, Features.on(node));
  }

  /** Returns the commands of a node with those of all its features, on or off. */
  Commands withAll(Node node) {
    return of(node, Features.of(node));
  }

  private Commands of(Node node, Features wanted) {
    return features.isEmpty() || features.get().equals(wanted)
        ? this
        : node.kept().of(OfNode.class, OfNode::new).of(wanted);
  }

  /**
   * Requires that the feature of this name, if the node has one, can say its commands.
   *
   * @throws PluginException when its code fails
   */
  static void requireSound(Node node, String name) {
    Features.of(node).of(CommandFeature.class).stream()
        .filter(feature -> feature.name().equals(name))
        .forEach(Commands::parts);
  }

  /** Holds the commands of a node by the features whose commands are among them. Thread-safe. */
  private static final class OfNode {
    private static final int MOST = 4;
    private final Map<Features, Commands> made = new LinkedHashMap<>();

    synchronized Commands of(Features features) {
      if (made.size() > MOST) {
        made.clear();
      }
      return made.computeIfAbsent(features, Commands::with);
    }
  }

  /** Makes a table of these rows only. */
  static Commands of(Row... rows) {
    return new Commands(Stream.of(rows), Optional.empty());
  }

  /** Returns a table with another row at the end of its group. */
  Commands with(Row row) {
    return new Commands(Stream.concat(rows.stream(), Stream.of(row)), Optional.empty());
  }

  Optional<Row> find(String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst();
  }

  /** Returns whether a command has another of this name below it. */
  boolean hasPart(String name, String part) {
    return find(name).flatMap(row -> row.part(part)).isPresent()
        || find(name).stream().flatMap(Commands::partNames).anyMatch(part::equals);
  }

  /** Returns whether a command, given by its words, belongs to a feature. */
  boolean isOfFeature(List<String> path) {
    return find(path.getFirst()).flatMap(row -> row.feature(path)).isPresent();
  }

  /** Returns whether a command has others below it. */
  boolean hasParts(String name) {
    return find(name).filter(row -> !row.parts().isEmpty()).isPresent()
        || find(name).stream().flatMap(Commands::partNames).findAny().isPresent();
  }

  /** Returns the names of the commands that the class of a row has below it. */
  private static Stream<String> partNames(Row row) {
    return Stream.of(row.make().get().getClass().getAnnotation(Command.class).subcommands())
        .map(below -> below.getAnnotation(Command.class).name());
  }

  List<Row> all() {
    return rows;
  }

  /** Returns the rows that are not hidden. */
  List<Row> shown() {
    return rows.stream().filter(row -> row.group() != CommandGroup.HIDDEN).toList();
  }

  Subcommand make(Row row) {
    return row.make().get();
  }

  /** Returns the option parser of a subcommand, with the subcommand inside. */
  CommandLine commandLine(Row row) {
    Subcommand command = make(row);
    CommandLine line = new CommandLine(command);
    for (Part part : row.parts()) {
      CommandLine below = new CommandLine(part.command().make().get());
      // The words decide which feature has to be on, whatever its class is called.
      below.setCommandName(part.command().name());
      line.addSubcommand(part.command().name(), below);
    }
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
    Row row = find(path.getFirst()).orElseThrow();
    Optional<Part> added = path.size() > 1 ? row.part(path.get(1)) : Optional.empty();
    Subcommand command = added.map(one -> one.command().make().get()).orElseGet(() -> make(row));
    for (String name : path.subList(added.isPresent() ? 2 : 1, path.size())) {
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
    return areWritten() ? BuiltIn.CATALOG : described();
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
  public Optional<String> off(Node node, List<String> path) {
    return withAll(node).find(path.getFirst()).stream()
        .flatMap(row -> row.features(path).stream())
        .map(Feature::name)
        .filter(Features.off(node)::contains)
        .findFirst();
  }

  @Override
  public boolean areWritten() {
    return features.filter(Features.bundled()::equals).isPresent();
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
    for (CommandGroup group : CommandGroup.values()) {
      lines.addAll(usage(group));
    }
    lines.add("");
    lines.add("sbp help COMMAND explains one, sbp help WORD finds some. The node is --home");
    lines.add("DIR, $SBP_HOME or the nearest parent that is one. Every command takes --json.");
    lines.add("example:  sbp init my-agent --local --prompt 'talk about the weather'");
    lines.add("          cd my-agent && sbp doctor");
    return lines;
  }

  private List<String> usage(CommandGroup group) {
    List<Row> all = shown().stream().filter(row -> row.group() == group).toList();
    List<String> lines = new ArrayList<>();
    all.stream()
        .filter(Row::isOfEveryDay)
        .sorted(Comparator.comparingInt(row -> place(group.everyDay(), row.name())))
        .forEach(row -> lines.add(line("%-8s %s".formatted(row.name(), make(row).description()))));
    String others =
        all.stream()
            .filter(row -> !row.isOfEveryDay())
            .map(Row::name)
            .collect(Collectors.joining(", "));
    if (!others.isEmpty()) {
      String also = lines.isEmpty() ? "" : "and ";
      Table.wrap(also + others, USAGE_COLUMNS).forEach(text -> lines.add(line(text)));
    }
    if (!lines.isEmpty()) {
      lines.set(0, "  %-10s".formatted(group.heading()) + lines.getFirst().stripLeading());
    }
    return lines;
  }

  /** Returns the place of a name; those that are not there come last. */
  private static int place(List<String> names, String name) {
    int place = names.indexOf(name);
    return place < 0 ? names.size() : place;
  }

  private static String line(String text) {
    return " ".repeat(12) + text;
  }
}
