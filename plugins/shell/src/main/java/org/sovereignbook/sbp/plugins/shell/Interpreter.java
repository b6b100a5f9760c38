package org.sovereignbook.sbp.plugins.shell;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Tty;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Interpreter of lines: runs each command in this process, in the shell's folder and for its node.
 * Remembers the last exit code. Not thread-safe.
 */
final class Interpreter {
  private static final String PROGRAM = "sbp";

  private final Supplier<List<String>> history;
  private Session session;
  private ExitCode last = ExitCode.DONE;
  private boolean ended;

  /**
   * Begins in the folder of the process.
   *
   * @param in the standard input of commands
   * @param terminal whether commands may draw
   * @param history the lines so far
   */
  Interpreter(Session outer, InputStream in, Tty terminal, Supplier<List<String>> history) {
    this.history = history;
    World world = outer.world();
    Map<String, String> environment = new TreeMap<>(world.environment());
    outer.home().ifPresent(home -> environment.put(NodeHome.VARIABLE, world.path(home).toString()));
    this.session = outer.in(world.with(environment, in, terminal));
  }

  Session session() {
    return session;
  }

  Path workingFolder() {
    return session.world().workingFolder();
  }

  /** Returns the home folder of the user, for a tilde; empty when there is none. */
  String userHome() {
    return session.world().environment().getOrDefault("HOME", "");
  }

  ExitCode last() {
    return last;
  }

  boolean isEnded() {
    return ended;
  }

  /** Runs the commands of a line; after {@code &&} only if the one before succeeded. */
  void run(String line) {
    List<ShellWords.Token> tokens;
    try {
      tokens = ShellWords.of(line, userHome());
    } catch (ShellWords.SyntaxException e) {
      fail(ExitCode.WRONG_COMMAND_LINE, e.getMessage());
      return;
    }
    List<String> words = new ArrayList<>();
    boolean skip = false;
    for (ShellWords.Token token : tokens) {
      switch (token) {
        case ShellWords.Token.Word(String text, int _, int _) -> words.add(text);
        case ShellWords.Token.Separator separator -> {
          runUnless(skip, words);
          skip = separator.ifDone() && (skip || last != ExitCode.DONE);
        }
      }
    }
    runUnless(skip, words);
  }

  private void runUnless(boolean skip, List<String> words) {
    if (!skip && !ended && !words.isEmpty()) {
      command(List.copyOf(words));
    }
    words.clear();
  }

  private void command(List<String> typed) {
    boolean named = typed.getFirst().equals(PROGRAM);
    List<String> words = named ? typed.subList(1, typed.size()) : typed;
    Optional<OwnCommand> own = words.isEmpty() ? Optional.empty() : OwnCommand.of(words.getFirst());
    if (own.isPresent()) {
      last = own(own.get(), words.subList(1, words.size()));
    } else if (words.contains(ShellCommand.NAME) && words.getFirst().equals(ShellCommand.NAME)) {
      fail(ExitCode.WRONG_COMMAND_LINE, "this is the shell already");
    } else {
      last = session.commandsHere().run(session, withJson(words));
      if (words.equals(List.of("help"))) {
        help();
      }
    }
  }

  /** Adds the shell's own {@code --json} to a command. */
  private List<String> withJson(List<String> words) {
    boolean already =
        words.stream().takeWhile(word -> !word.equals("--")).anyMatch(OutputOptions.JSON::equals);
    return session.output().isJson() && !already && !words.isEmpty()
        ? Stream.concat(Stream.of(OutputOptions.JSON), words.stream()).toList()
        : words;
  }

  private ExitCode own(OwnCommand command, List<String> arguments) {
    return switch (command) {
      case CD -> cd(arguments.isEmpty() ? userHome() : arguments.getFirst());
      case HISTORY -> {
        history.get().forEach(session.output()::line);
        yield ExitCode.DONE;
      }
      case EXIT, QUIT -> {
        ended = true;
        yield last;
      }
    };
  }

  private ExitCode cd(String to) {
    Path folder = session.world().path(Path.of(to));
    if (!Files.isDirectory(folder)) {
      fail(ExitCode.NOT_FOUND, "no such folder: " + PeerText.quote(to));
      return ExitCode.NOT_FOUND;
    }
    session = session.in(session.world().workingIn(folder));
    return ExitCode.DONE;
  }

  private void help() {
    session.output().line("");
    session.output().line("in this shell:");
    Stream.of(OwnCommand.values()).map(OwnCommand::help).forEach(session.output()::line);
  }

  private void fail(ExitCode exitCode, String message) {
    session.output().error(exitCode, message, List.of(), Output.Details.NONE);
    last = exitCode;
  }
}
