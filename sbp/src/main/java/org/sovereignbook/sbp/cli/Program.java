package org.sovereignbook.sbp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.OutputOptions;
import org.sovereignbook.sbp.cli.command.PlainWords;
import org.sovereignbook.sbp.cli.command.ProgramVersion;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.cli.command.Suggestion;
import org.sovereignbook.sbp.cli.command.World;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugin.Extensions;
import org.sovereignbook.sbp.plugin.LoadedPlugins;
import org.sovereignbook.sbp.plugin.PluginFolders;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Protocol;
import org.sovereignbook.sbp.store.Stores;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * The program without its process: finds the subcommand, parses its options, runs it, and turns
 * whatever happens into an exit code (ARCHITECTURE, rule 8). Nothing escapes but errors of the JVM.
 */
public final class Program {
  private final World world;
  private final LoadedPlugins plugins;
  private final Stores stores;
  private final List<Commands.Entry> commands;
  private boolean plain;

  public Program(World world) {
    this(world, Commands.all());
  }

  Program(World world, List<Commands.Entry> commands) {
    this(world, new LoadedPlugins(), commands);
  }

  private Program(World world, LoadedPlugins plugins, List<Commands.Entry> commands) {
    this(world, plugins, storesOf(world, plugins), commands);
  }

  /** With other stores than those that the program finds by itself. */
  Program(World world, Stores stores, List<Commands.Entry> commands) {
    this(world, new LoadedPlugins(), stores, commands);
  }

  private Program(
      World world, LoadedPlugins plugins, Stores stores, List<Commands.Entry> commands) {
    this.world = world;
    this.plugins = plugins;
    this.stores = stores;
    this.commands = List.copyOf(commands);
  }

  /** Another run in the same process: with the session's world, plugins and stores. */
  static ExitCode run(Session session, List<String> words) {
    return new Program(session.world(), session.plugins(), session.stores(), Commands.all())
        .run(words.toArray(String[]::new));
  }

  /** What a command would be given that runs outside of any node. */
  static Session session(World world, Output output) {
    LoadedPlugins plugins = new LoadedPlugins();
    return new Session(world, output, Optional.empty(), plugins, storesOf(world, plugins));
  }

  private static Stores storesOf(World world, LoadedPlugins plugins) {
    return (node, name) ->
        new Extensions(
                world.disk(),
                PluginFolders.of(Optional.of(node.home()), world.environment()),
                plugins)
            .store(name);
  }

  /** Runs one command line. */
  public ExitCode run(String... arguments) {
    List<String> words = GlobalOptions.behindCommand(List.of(arguments));
    String first = words.isEmpty() ? "--help" : words.getFirst();
    List<String> rest = words.subList(Math.min(1, words.size()), words.size());
    return switch (first) {
      case "--version", "-V", "version" -> version();
      case "--help", "-h" -> usage();
      case "help" -> rest.isEmpty() ? usage() : help(rest);
      default -> command(first, rest);
    };
  }

  /**
   * Whether the run was one of a plain command and loaded no plugin: then it has left no thread, no
   * child process and nothing to be done at the end of this process.
   */
  boolean leftNothing() {
    return plain && plugins.isEmpty();
  }

  private ExitCode usage() {
    Usage.lines(commands).forEach(world.out()::println);
    return ExitCode.DONE;
  }

  /** {@code help peers trust} is {@code peers trust --help}. */
  private ExitCode help(List<String> names) {
    List<String> arguments = new ArrayList<>(names.subList(1, names.size()));
    arguments.add(OutputOptions.HELP);
    return command(names.getFirst(), arguments);
  }

  private ExitCode version() {
    plain = true;
    world.out().println("sbp " + ProgramVersion.text() + " (" + Protocol.VERSION + ")");
    return ExitCode.DONE;
  }

  private ExitCode command(String name, List<String> arguments) {
    Optional<Commands.Entry> entry =
        commands.stream().filter(each -> each.name().equals(name)).findFirst();
    if (entry.isEmpty()) {
      return unknown(name, arguments.contains(OutputOptions.JSON));
    }
    return parseAndRun(entry.get(), arguments);
  }

  private ExitCode unknown(String name, boolean json) {
    boolean isOption = name.startsWith("-");
    List<String> hints = new ArrayList<>();
    if (!isOption) {
      List<String> names =
          commands.stream()
              .filter(entry -> entry.group() != Commands.Group.HIDDEN)
              .map(Commands.Entry::name)
              .toList();
      Suggestion.nearest(name, names).ifPresent(near -> hints.add("did you mean:  sbp " + near));
    }
    hints.add("all commands:  sbp --help");
    String what =
        GlobalOptions.isShared(name)
            ? "no command is given"
            : (isOption ? "unknown option " : "unknown command ") + PeerText.plain(name);
    return fail(
        new Output(world.out(), world.err(), json || name.equals(OutputOptions.JSON)),
        new Failures(ExitCode.WRONG_COMMAND_LINE, what, hints));
  }

  private ExitCode parseAndRun(Commands.Entry entry, List<String> arguments) {
    Optional<PlainWords> plain = PlainWords.of(arguments);
    Subcommand command = entry.supplier().get();
    if (plain.isPresent() && command.understands(plain.get())) {
      this.plain = true;
      return run(command, plain.get().home(), plain.get().json(), plain.get().stacktrace());
    }
    try {
      return execute(commandLine(entry).parseArgs(arguments.toArray(String[]::new)));
    } catch (ParameterException e) {
      return fail(
          new Output(world.out(), world.err(), arguments.contains(OutputOptions.JSON)),
          WrongCommandLine.explain(e));
    }
  }

  static CommandLine commandLine(Commands.Entry entry) {
    CommandLine line = new CommandLine(entry.supplier().get());
    line.setCommandName("sbp " + entry.name());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // A message to @somebody is no file of arguments.
    line.setExpandAtFiles(false);
    // What stands behind the name of a script is for the script.
    line.setStopAtPositional(line.getCommand() instanceof ScriptCommand);
    line.registerConverter(Endpoint.class, Program::endpoint);
    line.getCommandSpec().usageMessage().description(entry.description());
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

  private ExitCode execute(ParseResult parsed) {
    List<ParseResult> levels = levels(parsed);
    ParseResult deepest = levels.getLast();
    CommandLine line = deepest.commandSpec().commandLine();
    if (deepest.isUsageHelpRequested() || !(line.getCommand() instanceof Subcommand)) {
      line.usage(world.out(), Ansi.OFF);
      return ExitCode.DONE;
    }
    Optional<Path> home =
        levels.reversed().stream()
            .map(level -> level.matchedOptionValue(NodeOptions.HOME, Optional.<Path>empty()))
            .flatMap(Optional::stream)
            .findFirst();
    return run(
        line.getCommand(),
        home,
        levels.stream().anyMatch(level -> level.hasMatchedOption(OutputOptions.JSON)),
        levels.stream().anyMatch(level -> level.hasMatchedOption(OutputOptions.STACKTRACE)));
  }

  private ExitCode run(Subcommand command, Optional<Path> home, boolean json, boolean stacktrace) {
    Output output = new Output(world.out(), world.err(), json);
    try {
      return command.run(new Session(world, output, home, plugins, stores));
    } catch (Exception e) {
      if (stacktrace) {
        e.printStackTrace(world.err());
      }
      return fail(output, Failures.of(e));
    }
  }

  /** The subcommand and those within it: shared options may stand behind any of them. */
  private static List<ParseResult> levels(ParseResult parsed) {
    List<ParseResult> levels = new ArrayList<>(List.of(parsed));
    while (levels.getLast().hasSubcommand()) {
      levels.add(levels.getLast().subcommand());
    }
    return levels;
  }

  private static ExitCode fail(Output output, Failures failure) {
    output.error(failure.exitCode(), failure.message(), failure.hints());
    return failure.exitCode();
  }
}
