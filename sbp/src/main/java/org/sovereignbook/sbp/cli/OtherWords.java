package org.sovereignbook.sbp.cli;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Suggestion;

/** Words that hands type, and the words of this program for them. */
final class OtherWords {
  /** Words that are taken for another command. */
  private static final Map<String, String> ALIASES = Map.of("start", "up");

  /** The alias at each level that has a command {@code list}. */
  private static final String LS = "ls";

  private static final String LIST = "list";

  /** Commands of the first level that a word may mean. */
  private static final Map<String, String> MEANT =
      Map.ofEntries(
          entry("unfollow", "unsubscribe"),
          entry("trust", "peers trust"),
          entry("block", "peers block"),
          entry("unblock", "peers unblock"),
          entry("publish", "post"),
          entry("message", "send"),
          entry("msg", "send"),
          entry("reader", "agent run reader"),
          entry("author", "agent run author"),
          entry("compactor", "agent run compactor"),
          entry("trigger", "tick"),
          entry("run", "tick"),
          entry("begin", "up"),
          entry("list", "task list"),
          entry("ls", "task list"),
          entry("add", "task add"),
          entry("claim", "task claim"),
          entry("comment", "task comment"),
          entry("approve", "access requests"),
          entry("deny", "access requests"),
          entry("quit", "stop"),
          entry("install", "service install"),
          entry("uninstall", "service uninstall"),
          entry("logs", "log"),
          entry("cat", "read"),
          entry("show", "read"),
          entry("find", "search"),
          entry("grep", "search"),
          entry("kill", "stop"),
          entry("halt", "stop"),
          entry("set", "config set"),
          entry("get", "config get"),
          entry("settings", "config"),
          entry("check", "doctor"),
          entry("health", "status"),
          entry("migrate", "store migrate"),
          entry("policy", "access"),
          entry("policies", "access"),
          entry("man", "help"));

  /** Words for commands below a command; the first that is there is meant. */
  private static final Map<String, List<String>> MEANT_BELOW =
      Map.ofEntries(
          entry("l", List.of("list")),
          entry("new", List.of("add", "register", "new")),
          entry("create", List.of("add", "register", "new")),
          entry(
              "rm",
              List.of("remove", "cancel", "drop", "delete", "uninstall", "forget", "disband")),
          entry(
              "del",
              List.of("remove", "cancel", "drop", "delete", "uninstall", "forget", "disband")),
          entry("delete", List.of("remove", "cancel", "drop", "uninstall", "forget", "disband")),
          entry("end", List.of("disband", "abort", "deactivate")),
          entry("join", List.of("add")),
          entry("invite", List.of("add")),
          entry("leave", List.of("remove")),
          entry("remember", List.of("add")),
          entry("find", List.of("search")),
          entry("recall", List.of("search")),
          entry("history", List.of("show")),
          entry("say", List.of("send")),
          entry("branch", List.of("fork")),
          entry("done", List.of("complete", "submit")),
          entry("finish", List.of("complete", "submit")),
          entry("close", List.of("complete", "cancel")),
          entry("info", List.of("show", "info", "status")),
          entry("view", List.of("show", "read")),
          entry("cat", List.of("show", "read")),
          entry("get", List.of("show", "read")),
          entry("open", List.of("show", "read")),
          entry("update", List.of("edit", "set", "rename")),
          entry("change", List.of("edit", "set", "rename")),
          entry("modify", List.of("edit", "set", "rename")),
          entry("take", List.of("claim")),
          entry("start", List.of("run", "up", "activate", "claim")),
          entry("stop", List.of("suspend", "stop", "disable", "abort", "disband")),
          entry("pause", List.of("suspend", "disable")),
          entry("resume", List.of("activate", "enable")),
          entry("write", List.of("send")),
          entry("unset", List.of("set")),
          entry("ack", List.of("ack")),
          entry("follow", List.of("add")));

  private OtherWords() {}

  /** Returns the words with aliases replaced. */
  static List<String> replaced(List<String> words, Commands commands) {
    if (words.isEmpty()) {
      return words;
    }
    String first = words.getFirst();
    String alias = ALIASES.get(first);
    if (alias != null && commands.find(first).isEmpty() && commands.find(alias).isPresent()) {
      return with(words, 0, alias);
    }
    boolean isLs = words.size() > 1 && words.get(1).equals(LS);
    return isLs && commands.hasPart(first, LIST) ? with(words, 1, LIST) : words;
  }

  private static List<String> with(List<String> words, int at, String word) {
    List<String> changed = new ArrayList<>(words);
    changed.set(at, word);
    return changed;
  }

  /** Returns the command of the first level that is meant. */
  static Optional<String> meant(String word, Commands commands) {
    List<String> names = commands.shown().stream().map(Commands.Row::name).toList();
    return Optional.ofNullable(MEANT.get(word))
        .filter(command -> commands.find(command.split(" ")[0]).isPresent())
        .or(() -> Suggestion.nearest(word, names))
        .or(() -> Suggestion.nearest(word, List.copyOf(ALIASES.keySet())).map(ALIASES::get))
        .filter(command -> commands.find(command.split(" ")[0]).isPresent());
  }

  /** Returns the word of these that is meant. */
  static Optional<String> below(String word, List<String> words) {
    return Stream.concat(Stream.of(word), MEANT_BELOW.getOrDefault(word, List.of()).stream())
        .filter(words::contains)
        .findFirst()
        .or(() -> word.length() > 1 ? Suggestion.nearest(word, words) : Optional.empty());
  }
}
