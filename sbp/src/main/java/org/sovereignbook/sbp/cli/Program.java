package org.sovereignbook.sbp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ColorMode;
import org.sovereignbook.sbp.frontend.command.CommandCall;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Tty;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.OwnershipException;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The program without its process: finds the subcommand, parses its options, runs it, and turns
 * every outcome into an exit code (ARCHITECTURE, rule 8). Throws nothing except errors of the JVM.
 */
public final class Program {
  /** A public key as text, of which one in 64 begins with a dash; no option is so long. */
  private static final Pattern DASHED_KEY = Pattern.compile("-[A-Za-z0-9_-]{42}");

  /** The shared options with a value. */
  private static final List<String> VALUED = List.of(NodeOptions.HOME, OutputOptions.COLOR);

  private final Session outer;
  private final World world;
  private final Commands commands;
  private boolean plain;

  public Program(World world) {
    this(world, Commands.builtIn());
  }

  Program(World world, Commands commands) {
    this(Session.of(world, new Output(world, false), commands), commands);
  }

  /** Runs commands with the world, plugins and stores of a session. */
  Program(Session outer, Commands commands) {
    this.outer = outer;
    this.world = outer.world();
    this.commands = commands;
  }

  /** Runs one command line. */
  public ExitCode run(String... arguments) {
    List<String> words = OtherWords.replaced(behindCommand(List.of(arguments)), commands);
    String first = words.isEmpty() ? "--help" : words.getFirst();
    List<String> rest = words.subList(Math.min(1, words.size()), words.size());
    return switch (first) {
      case "--version", "-V" -> command("version", rest);
      case "--help", "-h" -> usage();
      case "help" -> rest.isEmpty() ? usage() : help(rest);
      default -> command(first, rest);
    };
  }

  /**
   * Returns whether the run was that of a plain command without plugins. Then it has left no
   * thread, no child process and no cleanup work.
   */
  boolean leftNothing() {
    return plain && outer.plugins().isEmpty();
  }

  /** Moves shared options that stand before the subcommand behind it. */
  static List<String> behindCommand(List<String> words) {
    int command = 0;
    while (command < words.size() && isShared(words.get(command))) {
      command += VALUED.contains(words.get(command)) ? 2 : 1;
    }
    if (command == 0 || command >= words.size()) {
      return words;
    }
    List<String> moved = new ArrayList<>();
    moved.add(words.get(command));
    moved.addAll(words.subList(0, command));
    moved.addAll(words.subList(command + 1, words.size()));
    return moved;
  }

  private static boolean isShared(String word) {
    return word.equals(OutputOptions.JSON)
        || word.equals(OutputOptions.STACKTRACE)
        || word.equals(NodeOptions.TRUST_OWNER)
        || VALUED.stream().anyMatch(name -> word.equals(name) || word.startsWith(name + "="));
  }

  private ExitCode usage() {
    here().usage().forEach(world.out()::println);
    return ExitCode.DONE;
  }

  /**
   * Shows the help of a command: {@code help peers trust} equals {@code peers trust --help}. Other
   * words are searched for.
   */
  private ExitCode help(List<String> typed) {
    List<String> names =
        typed.stream().flatMap(word -> Stream.of(word.strip().split("\\s+", -1))).toList();
    if (names.equals(List.of("options"))) {
      Commands.Row any = commands.find("status").orElse(commands.all().getFirst());
      world.out().print(HelpPage.ofOptions(commands.commandLine(any), columns()));
      return ExitCode.DONE;
    }
    Commands all = here();
    boolean isCommand =
        all.find(names.getFirst()).isPresent()
            && (names.size() == 1 || all.hasParts(names.getFirst()));
    Optional<String> off = isCommand ? Optional.empty() : off(names.getFirst());
    off.ifPresent(
        feature ->
            world.out().println("off in this node; switch it on:  sbp plugin on " + feature));
    if (!isCommand && off.isEmpty()) {
      List<String> found = new HelpSearch(all.catalog()).lines(names, columns());
      found.forEach(world.out()::println);
      if (!found.isEmpty()) {
        return ExitCode.DONE;
      }
    }
    List<String> arguments = new ArrayList<>(names.subList(1, names.size()));
    arguments.add(OutputOptions.HELP);
    return command(names.getFirst(), arguments);
  }

  /** Returns the feature of a command that is not listed here, since the feature is off. */
  private Optional<String> off(String name) {
    return commands
        .find(name)
        .or(() -> ofNode(name, List.of()))
        .flatMap(row -> row.feature().map(feature -> feature.name()));
  }

  private ExitCode command(String name, List<String> arguments) {
    Optional<Commands.Row> row = commands.find(name).or(() -> ofNode(name, arguments));
    try {
      if (row.isEmpty()) {
        nodeOf(arguments).ifPresent(node -> Commands.requireSound(node, name));
      }
    } catch (PluginException e) {
      return fail(new Output(world, arguments.contains(OutputOptions.JSON)), Failures.of(e));
    }
    return row.isPresent() ? parseAndRun(row.get(), arguments) : unknown(name, arguments);
  }

  /** Returns the command with what features of the node's plugins add, on or off. */
  private Optional<Commands.Row> ofNode(String name, List<String> arguments) {
    return nodeOf(arguments).flatMap(node -> commands.withAll(node).find(name));
  }

  /** Returns the node that the words mean; what is wrong with it is said by other commands. */
  private Optional<Node> nodeOf(List<String> arguments) {
    try {
      return outer.with(outer.output(), home(arguments)).nodeIfAny();
    } catch (CliException | NodeException | OwnershipException e) {
      return Optional.empty();
    }
  }

  /** Returns the commands of the node here, for the screens that list them. */
  private Commands here() {
    try {
      return outer.nodeIfAny().map(commands::ofNode).orElse(commands);
    } catch (CliException | NodeException | OwnershipException e) {
      return commands;
    }
  }

  private ExitCode unknown(String name, List<String> arguments) {
    return fail(
        new Output(
            world, arguments.contains(OutputOptions.JSON) || name.equals(OutputOptions.JSON)),
        isShared(name) ? Failures.noCommand() : Failures.unknownCommand(name, arguments, commands));
  }

  private ExitCode parseAndRun(Commands.Row row, List<String> arguments) {
    Optional<PlainWords> words = PlainWords.of(commands.make(row), row.name(), arguments);
    if (words.isPresent() && mayBePlain(words.get().command())) {
      return run(row, words.get(), arguments);
    }
    try {
      CommandLine line = commands.commandLine(row);
      boolean hasKey = arguments.stream().anyMatch(word -> DASHED_KEY.matcher(word).matches());
      line.setUnmatchedOptionsArePositionalParams(hasKey);
      return execute(row, line.parseArgs(arguments.toArray(String[]::new)));
    } catch (ParameterException e) {
      Optional<Commands.Row> more =
          ofNode(row.name(), arguments).filter(it -> it.parts().size() > row.parts().size());
      if (more.isPresent()) {
        return parseAndRun(more.get(), arguments);
      }
      return misfit(
          e.getCommandLine().getCommandSpec(),
          arguments,
          WrongCommandLine.of(e, commands::catalog));
    } catch (CliException e) {
      return misfit(commands.commandLine(row).getCommandSpec(), arguments, e);
    }
  }

  private ExitCode misfit(CommandSpec spec, List<String> arguments, Exception problem) {
    Output output = new Output(world, arguments.contains(OutputOptions.JSON));
    try {
      return fail(
          output,
          Failures.of(
              AgentGate.misfit(outer.with(output, home(arguments)), spec, arguments)
                  .<Exception>map(denied -> denied)
                  .orElse(problem)));
    } catch (CliException | NodeException e) {
      // Without a node, or a society that can be opened, the wrong words are the problem to report.
      return fail(output, Failures.of(problem));
    }
  }

  /** Returns the value of {@code --home} in words that could not be parsed. */
  private static Optional<Path> home(List<String> words) {
    int at = words.indexOf(NodeOptions.HOME);
    return at >= 0 && at + 1 < words.size()
        ? Optional.of(Path.of(words.get(at + 1)))
        : words.stream()
            .filter(word -> word.startsWith(NodeOptions.HOME + "="))
            .map(word -> Path.of(word.substring(NodeOptions.HOME.length() + 1)))
            .findFirst();
  }

  /**
   * Returns whether the command may run as plain. For an agent every command passes {@link
   * AgentGate} first, except commands of the society, which check the call themselves.
   */
  private boolean mayBePlain(Subcommand command) {
    return command instanceof SocietyCommand || SocietyCommand.isOwnerTyping(world);
  }

  /** Calls a command as a function; whatever happens becomes a document and an exit code. */
  ExitCode call(CommandCall call, Subcommand command) {
    call.fill(command);
    CommandInfo info = call.command();
    String first = info.path().getFirst();
    Commands.Row row =
        outer.nodeIfAny().map(commands::withAll).orElse(commands).find(first).orElseThrow();
    return run(
        row.onlyWhenOn(
            info.path(),
            AgentGate.before(
                command, new TypedWords(info.command(), call.words(), info.needsNode()))),
        outer,
        false);
  }

  private ExitCode run(Commands.Row row, PlainWords words, List<String> line) {
    plain = true;
    if (words.command() instanceof SocietyCommand<?> society) {
      society.isCalled(words.name(), line);
    }
    return run(
        row.onlyWhenOn(List.of(words.name().split(" ")), words.command()),
        outer.with(new Output(world, words.json()), words.home()),
        words.stacktrace());
  }

  private ExitCode execute(Commands.Row row, ParseResult parsed) {
    List<ParseResult> levels = levels(parsed);
    ParseResult innermost = levels.getLast();
    CommandLine line = innermost.commandSpec().commandLine();
    WrongCommandLine.requireHeeded(levels, OutputOptions.SHARED);
    if (innermost.isUsageHelpRequested() || !(line.getCommand() instanceof Subcommand)) {
      WrongCommandLine.requireKnown(innermost, commands::catalog);
      world.out().print(HelpPage.of(line, columns()));
      return ExitCode.DONE;
    }
    WrongCommandLine.requireInRange(levels);
    Optional<Path> home =
        levels.reversed().stream()
            .map(level -> level.matchedOptionValue(NodeOptions.HOME, Optional.<Path>empty()))
            .flatMap(Optional::stream)
            .findFirst();
    ColorMode color =
        levels.reversed().stream()
            .filter(level -> level.hasMatchedOption(OutputOptions.COLOR))
            .map(level -> level.matchedOptionValue(OutputOptions.COLOR, ColorMode.AUTO))
            .findFirst()
            .orElse(ColorMode.AUTO);
    Output output = new Output(world, has(levels, OutputOptions.JSON), color);
    Session session = outer.with(output, home);
    Subcommand command = line.getCommand();
    return run(
        row.onlyWhenOn(
            levels.stream().map(level -> level.commandSpec().name()).toList(),
            AgentGate.before(command, TypedWords.of(line.getCommandSpec()))),
        has(levels, NodeOptions.TRUST_OWNER) ? session.trustingOwner() : session,
        has(levels, OutputOptions.STACKTRACE));
  }

  /** Returns the width of the screen, or the usual one for a pipe. */
  private int columns() {
    return world.terminal().getAsBoolean() ? world.terminal().columns() : Tty.USUAL_COLUMNS;
  }

  private static boolean has(List<ParseResult> levels, String option) {
    return levels.stream().anyMatch(level -> level.hasMatchedOption(option));
  }

  private ExitCode run(Subcommand command, Session session, boolean stacktrace) {
    try {
      return command.run(session);
    } catch (Exception e) {
      if (stacktrace) {
        e.printStackTrace(world.err());
      }
      return fail(session.output(), Failures.of(e));
    }
  }

  /**
   * Returns the parse results of the command and its subcommands, because a shared option may stand
   * at any level.
   */
  private static List<ParseResult> levels(ParseResult parsed) {
    List<ParseResult> levels = new ArrayList<>(List.of(parsed));
    while (levels.getLast().hasSubcommand()) {
      levels.add(levels.getLast().subcommand());
    }
    return levels;
  }

  private static ExitCode fail(Output output, Failures failure) {
    output.error(
        failure.exitCode(),
        failure.message(),
        failure.hints(),
        new Output.Details(failure.code(), failure.remedies()));
    return failure.exitCode();
  }
}
