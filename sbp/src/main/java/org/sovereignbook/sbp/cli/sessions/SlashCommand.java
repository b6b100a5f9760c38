package org.sovereignbook.sbp.cli.sessions;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Command within a chat at a terminal. */
enum SlashCommand {
  FORK("[TURN]", "go on in another session that begins at this point, or at a turn"),
  TREE("", "the turns with their branches"),
  COMPACT("", "replace older turns by a summary; they stay readable"),
  SESSIONS("[SESSION]", "list the sessions, or go to one"),
  MODEL("[NAME]", "the model of this chat, or another one for as long as it lasts"),
  APPROVE("REQUEST HOW", "as sbp access approve: --once, --24h or --always"),
  DENY("REQUEST", "as sbp access deny"),
  QUIT("", "leave; Ctrl-D and Ctrl-C do, too"),
  HELP("", "this list");

  private final String arguments;
  private final String meaning;

  SlashCommand(String arguments, String meaning) {
    this.arguments = arguments;
    this.meaning = meaning;
  }

  /** Command with its words. */
  record Typed(Optional<SlashCommand> command, List<String> words) {}

  /** Returns the command in a line; empty for a message. */
  static Optional<Typed> of(String line) {
    if (!line.startsWith("/")) {
      return Optional.empty();
    }
    List<String> words = List.of(line.substring(1).strip().split("\\s+", -1));
    Optional<SlashCommand> command =
        Arrays.stream(values()).filter(each -> each.word().equals(words.getFirst())).findFirst();
    return Optional.of(new Typed(command, words.subList(1, words.size())));
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the lines of help. */
  static List<String> help() {
    return Arrays.stream(values())
        .map(each -> "  %-20s %s".formatted("/" + each.word() + " " + each.arguments, each.meaning))
        .toList();
  }
}
