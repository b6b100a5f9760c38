package org.sovereignbook.sbp.cli;

import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Suggestion;
import org.sovereignbook.sbp.crypto.SecretException;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugin.PluginException;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.StoreException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What the user sees of a failure or a wrong command line: an exit code, one line, hints. */
record Failures(ExitCode exitCode, String message, List<String> hints) {
  private static final String DOCTOR_HINT = "every problem, and what to do:  sbp doctor";
  private static final String PROGRAM = "sbp ";
  private static final String ALL_COMMANDS_HINT = "all commands:  sbp --help";
  private static final List<String> UNEXPECTED_HINTS =
      List.of("this should not happen; --stacktrace shows where it did");

  static Failures of(Exception failure) {
    return switch (failure) {
      case CliException e -> new Failures(e.exitCode(), message(e), e.hints());
      case NodeBusyException e -> plain(ExitCode.BUSY, e);
      case ConfigException e -> new Failures(ExitCode.REFUSED, message(e), List.of(DOCTOR_HINT));
      case KeyFileException e -> plain(ExitCode.REFUSED, e);
      case NodeException e -> new Failures(ExitCode.REFUSED, message(e), List.of(DOCTOR_HINT));
      case SecretException e -> plain(ExitCode.REFUSED, e);
      case DiskException e -> plain(ExitCode.FAILED, e);
      case StoreException e -> plain(ExitCode.FAILED, e);
      case InvalidPathException e ->
          new Failures(
              ExitCode.WRONG_COMMAND_LINE,
              PeerText.quote(e.getInput()) + " cannot be the name of a file",
              List.of());
      case PluginException e -> new Failures(ExitCode.REFUSED, message(e), e.hints());
      case LlmException e -> plain(ExitCode.FAILED, e);
      case InterruptedException e -> new Failures(ExitCode.INTERRUPTED, "interrupted", List.of());
      default ->
          new Failures(
              ExitCode.FAILED,
              failure.getClass().getSimpleName() + ": " + message(failure),
              UNEXPECTED_HINTS);
    };
  }

  /** What is wrong with a command line, and how it should be. */
  static Failures of(ParameterException problem) {
    CommandLine line = problem.getCommandLine();
    String command = line.getCommandSpec().qualifiedName().substring(PROGRAM.length());
    List<String> hints = new ArrayList<>();
    String what = decapitalised(String.valueOf(problem.getMessage()));
    if (problem instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().getFirst();
      if (line.getSubcommands().isEmpty() || word.startsWith("-")) {
        unmatched.getSuggestions().stream()
            .findFirst()
            .ifPresent(near -> hints.add("did you mean:  " + near));
      } else {
        what = "unknown command " + word;
        Suggestion.nearest(word, List.copyOf(line.getSubcommands().keySet()))
            .ifPresent(near -> hints.add("did you mean:  sbp " + command + " " + near));
      }
    }
    hints.add("usage:  sbp help " + command);
    return new Failures(ExitCode.WRONG_COMMAND_LINE, command + ": " + PeerText.plain(what), hints);
  }

  static Failures unknownCommand(String name, List<String> names) {
    List<String> hints = new ArrayList<>();
    if (!name.startsWith("-")) {
      Suggestion.nearest(name, names).ifPresent(near -> hints.add("did you mean:  sbp " + near));
    }
    hints.add(ALL_COMMANDS_HINT);
    String what = name.startsWith("-") ? "unknown option " : "unknown command ";
    return new Failures(ExitCode.WRONG_COMMAND_LINE, what + PeerText.plain(name), hints);
  }

  static Failures noCommand() {
    return new Failures(
        ExitCode.WRONG_COMMAND_LINE, "no command is given", List.of(ALL_COMMANDS_HINT));
  }

  /** The program's own style for a message of picocli. */
  private static String decapitalised(String message) {
    return message.isEmpty()
        ? message
        : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }

  private static Failures plain(ExitCode exitCode, Exception failure) {
    return new Failures(exitCode, message(failure), List.of());
  }

  private static String message(Exception failure) {
    return String.valueOf(failure.getMessage());
  }
}
