package org.sovereignbook.sbp.cli.sessions;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;

/** Command within a chat at a terminal. */
enum SlashCommand {
  FORK("[TURN]", "go on in another session that begins at this point, or at a turn", ""),
  TREE("", "the turns with their branches", ""),
  COMPACT("", "replace older turns by a summary; they stay readable", ""),
  SESSIONS("[SESSION]", "list the sessions, or go to one", ""),
  MODEL("[NAME]", "the model of this chat, or another one for as long as it lasts", ""),
  WAITING("", "requests and questions that wait for you", "requests questions"),
  ANSWER("QUESTION TEXT", "answer a question", "reply"),
  APPROVE("REQUEST HOW", "as sbp access approve: --once, --24h or --always", ""),
  DENY("REQUEST", "as sbp access deny", ""),
  QUIT("", "leave; Ctrl-D and Ctrl-C do, too", "exit bye q leave end stop"),
  HELP("", "this list", "commands h");

  private final String arguments;
  private final String meaning;

  /** Other words that people type for it. */
  private final String synonyms;

  SlashCommand(String arguments, String meaning, String synonyms) {
    this.arguments = arguments;
    this.meaning = meaning;
    this.synonyms = synonyms;
  }

  /**
   * Command with its words.
   *
   * @param name the word that was typed for it
   */
  record Typed(Optional<SlashCommand> command, String name, List<String> words) {

    /** Returns the answer to a word that is no command. */
    String unknown() {
      String meant = nearest(name).map(near -> "; did you mean /" + near.word() + "?").orElse("");
      return "there is no such command: /" + PeerText.plain(name) + meant + "  (/help lists them)";
    }
  }

  /** Returns the command in a line; empty for a message. */
  static Optional<Typed> of(String line) {
    if (!line.startsWith("/")) {
      return Optional.empty();
    }
    List<String> words = List.of(line.substring(1).strip().split("\\s+", -1));
    Optional<SlashCommand> command =
        Arrays.stream(values()).filter(each -> each.word().equals(words.getFirst())).findFirst();
    return Optional.of(new Typed(command, words.getFirst(), words.subList(1, words.size())));
  }

  /** Returns the command that an unknown word means. */
  private static Optional<SlashCommand> nearest(String typed) {
    List<String> words = Arrays.stream(values()).map(SlashCommand::word).toList();
    return Arrays.stream(values())
        .filter(each -> List.of(each.synonyms.split(" ", -1)).contains(typed))
        .findFirst()
        .or(() -> Suggestion.nearest(typed, words).map(near -> values()[words.indexOf(near)]));
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
