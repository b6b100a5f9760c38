package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.OutputOptions;

/** Lets the shared options stand before the subcommand too: {@code sbp --home DIR status}. */
final class GlobalOptions {
  private GlobalOptions() {}

  /** The words with leading shared options moved right behind the subcommand. */
  static List<String> behindCommand(List<String> words) {
    int command = 0;
    while (command < words.size() && isShared(words.get(command))) {
      command += words.get(command).equals(NodeOptions.HOME) ? 2 : 1;
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

  static boolean isShared(String word) {
    return word.equals(OutputOptions.JSON)
        || word.equals(OutputOptions.STACKTRACE)
        || word.equals(NodeOptions.HOME)
        || word.startsWith(NodeOptions.HOME + "=");
  }
}
