package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Suggestion;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, in the program's own style, and how it should be. */
final class WrongCommandLine {
  private static final String PROGRAM = "sbp ";

  private WrongCommandLine() {}

  static Failures explain(ParameterException problem) {
    CommandLine line = problem.getCommandLine();
    String command = line.getCommandSpec().qualifiedName().substring(PROGRAM.length());
    List<String> hints = new ArrayList<>();
    String what = Failures.decapitalised(String.valueOf(problem.getMessage()));
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
}
