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
import org.sovereignbook.sbp.protocol.Protocol;
import org.sovereignbook.sbp.store.Stores;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The program without its process: finds the subcommand, parses its options, runs it, and turns
 * whatever happens into an exit code (ARCHITECTURE, rule 8). Nothing escapes but errors of the JVM.
 */
public final class Program {
  private final World world;
  private final LoadedPlugins plugins;
  private final Stores stores;
  private final Commands commands;
  private boolean plain;

  public Program(World world) {
    this(world, Commands.builtIn());
  }

  Program(World world, Commands commands) {
    this(world, new LoadedPlugins(), commands);
  }

  private Program(World world, LoadedPlugins plugins, Commands commands) {
    this(world, plugins, storesOf(world, plugins), commands);
  }

  /** With other stores than those that the program finds by itself. */
  Program(World world, Stores stores, Commands commands) {
    this(world, new LoadedPlugins(), stores, commands);
  }

  Program(World world, LoadedPlugins plugins, Stores stores, Commands commands) {
    this.world = world;
    this.plugins = plugins;
    this.stores = stores;
    this.commands = commands;
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
    commands.usage().forEach(world.out()::println);
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
    Optional<Commands.Row> row = commands.find(name);
    return row.isPresent()
        ? parseAndRun(row.get(), arguments)
        : unknown(name, arguments.contains(OutputOptions.JSON));
  }

  private ExitCode unknown(String name, boolean json) {
    boolean isOption = name.startsWith("-");
    List<String> hints = new ArrayList<>();
    if (!isOption) {
      List<String> names = commands.shown().stream().map(Commands.Row::name).toList();
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

  private ExitCode parseAndRun(Commands.Row row, List<String> arguments) {
    Optional<PlainWords> plain = PlainWords.of(arguments);
    Subcommand command = commands.make(row);
    if (plain.isPresent() && command.understands(plain.get())) {
      this.plain = true;
      return run(command, plain.get().home(), plain.get().json(), plain.get().stacktrace());
    }
    try {
      return execute(commands.commandLine(row).parseArgs(arguments.toArray(String[]::new)));
    } catch (ParameterException e) {
      return fail(
          new Output(world.out(), world.err(), arguments.contains(OutputOptions.JSON)),
          WrongCommandLine.explain(e));
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
