package org.sovereignbook.sbp.cli;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.Suggestion;

/** Words that hands type, and the words of this program for them. */
final class OtherWords {
  /** Words that are taken for another command. */
  private static final Map<String, String> ALIASES = Map.of("start", "up");

  /** The alias at each level that has a command {@code list}. */
  private static final String LS = "ls";

  private static final String LIST = "list";

  /**
   * Verbs for commands below any command; the first that is there is meant. A word that only one
   * command has stands on its declaration.
   */
  private static final Map<String, List<String>> VERBS =
      Map.ofEntries(
          entry("l", List.of("list")),
          entry("new", List.of("create", "register", "add", "put")),
          entry("create", List.of("new", "register", "add", "put")),
          entry("add", List.of("install", "register", "new", "create", "put")),
          entry("read", List.of("show")),
          entry("clear", List.of("drop", "delete")),
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
          entry("show", List.of("status", "list")),
          entry("view", List.of("show", "read", "status")),
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

  private static final String DID_YOU_MEAN = "did you mean:  sbp ";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z-]*");

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

  /** Works like the other method; {@code list peers} means {@code peers list}. */
  static List<String> meant(String word, List<String> arguments, Commands commands) {
    return arguments.stream()
        .findFirst()
        .filter(next -> NAME.matcher(next).matches())
        .flatMap(
            next ->
                Stream.of(next, next + "s")
                    .flatMap(name -> turned(word, name, commands).stream())
                    .findFirst())
        .map(command -> List.of(DID_YOU_MEAN + command))
        .orElseGet(() -> meant(word, commands));
  }

  private static Optional<String> turned(String verb, String name, Commands commands) {
    return Stream.concat(Stream.of(verb), VERBS.getOrDefault(verb, List.of()).stream())
        .filter(part -> commands.hasPart(name, part))
        .map(part -> name + " " + part)
        .findFirst();
  }

  /**
   * Returns what an unknown command of the first level means: a hint, and further ones. A declared
   * synonym comes first, then a command of that name anywhere, then a near spelling, then the first
   * that {@code sbp help WORD} finds.
   */
  static List<String> meant(String word, Commands commands) {
    List<String> names = commands.shown().stream().map(Commands.Row::name).toList();
    HelpSearch search = new HelpSearch(commands.catalog());
    Optional<String> hint =
        whole(word, search.catalog())
            .or(() -> synonym(word, search.catalog().firstLevel()).map(CommandInfo::command))
            .or(() -> known(word, search.catalog(), commands).map(OtherWords::required))
            .or(() -> isVerb(word, search.catalog()) ? Optional.empty() : near(word, names))
            .or(() -> near(word, List.copyOf(ALIASES.keySet())).map(ALIASES::get))
            .map(command -> DID_YOU_MEAN + command);
    Optional<String> several = hint.isEmpty() ? several(word, search) : Optional.empty();
    return several.isPresent()
        ? several.stream().toList()
        : hint.or(() -> search.first(word).map(OtherWords::found)).stream()
            .flatMap(first -> withMore(first, word, search))
            .toList();
  }

  /** Returns how to find the commands when several have this name, or that of this verb. */
  private static Optional<String> several(String word, HelpSearch search) {
    return Stream.concat(Stream.of(word), VERBS.getOrDefault(word, List.of()).stream())
        .filter(verb -> search.catalog().all().anyMatch(command -> command.name().equals(verb)))
        .findFirst()
        .map(verb -> "several have it:  sbp help " + verb);
  }

  /** Adds where the other hits are, when there are some. */
  private static Stream<String> withMore(String first, String word, HelpSearch search) {
    boolean areMore =
        NAME.matcher(word).matches()
            && search.hits(List.of(word)).stream()
                    .filter(hit -> hit.place() != HelpSearch.Place.INSIDE)
                    .count()
                > 1;
    return areMore ? Stream.of(first, "more:  sbp help " + word) : Stream.of(first);
  }

  /** Returns what an unknown word below a command means. */
  static Optional<String> below(List<String> above, String word, Catalog catalog) {
    List<CommandInfo> parts =
        catalog
            .all()
            .filter(command -> command.path().size() == above.size() + 1)
            .filter(command -> command.path().subList(0, above.size()).equals(above))
            .toList();
    List<String> names = parts.stream().map(CommandInfo::name).toList();
    String start = String.join(" ", above) + " ";
    HelpSearch search = new HelpSearch(catalog);
    return whole(start + word, catalog)
        .or(() -> synonym(word, parts).map(CommandInfo::command))
        .or(() -> verb(word, names).map(name -> start + name))
        .or(() -> near(word, names).map(name -> start + name))
        .map(command -> DID_YOU_MEAN + command)
        .or(
            () ->
                search.hits(List.of(word)).stream()
                    .filter(hit -> hit.place() != HelpSearch.Place.INSIDE)
                    .filter(hit -> isWithin(hit.path(), above))
                    .findFirst()
                    .map(OtherWords::found))
        .or(
            () ->
                only(word, catalog.firstLevel().stream())
                    .map(command -> DID_YOU_MEAN + command.command()))
        .or(
            () ->
                search
                    .first(word)
                    .filter(
                        hit -> hit.kind() == HelpSearch.Kind.SETTING && hit.path().contains(word))
                    .map(OtherWords::found));
  }

  /**
   * Returns the only command that a word which is no verb names or means: the only one of the
   * program, then the only one of all, with those of features.
   */
  private static Optional<CommandInfo> known(String word, Catalog catalog, Commands commands) {
    List<CommandInfo> meant =
        catalog.all().filter(command -> command.otherNames().contains(word)).toList();
    if (VERBS.containsKey(word)) {
      return Optional.empty();
    }
    return meant.size() == 1
        ? Optional.of(meant.getFirst())
        : only(word, catalog.all().filter(command -> !commands.isOfFeature(command.path())))
            .or(() -> only(word, catalog.all()));
  }

  /** Returns the command with the parameters that it needs. */
  private static String required(CommandInfo command) {
    return withoutChoices(command.usage());
  }

  /** Returns whether several commands have this name, or that of this verb. */
  private static boolean isVerb(String word, Catalog catalog) {
    return VERBS.containsKey(word)
        || catalog.all().anyMatch(command -> command.name().equals(word));
  }

  /** Returns the only command of this name or synonym among these. */
  private static Optional<CommandInfo> only(String word, Stream<CommandInfo> commands) {
    List<CommandInfo> all =
        commands
            .filter(command -> command.name().equals(word) || command.otherNames().contains(word))
            .toList();
    return Optional.of(all).filter(found -> found.size() == 1).map(List::getFirst);
  }

  private static boolean isWithin(List<String> path, List<String> above) {
    return path.size() > above.size() && path.subList(0, above.size()).equals(above);
  }

  /** Returns the command for a whole one of other words. */
  private static Optional<String> whole(String typed, Catalog catalog) {
    return catalog
        .all()
        .flatMap(
            command ->
                command.otherWholes().stream()
                    .filter(whole -> whole.split(Synonyms.MEANS, 2)[0].equals(typed))
                    .map(
                        whole ->
                            whole.contains(Synonyms.MEANS)
                                ? whole.split(Synonyms.MEANS, 2)[1]
                                : command.command()))
        .findFirst();
  }

  private static Optional<CommandInfo> synonym(String word, List<CommandInfo> commands) {
    return commands.stream().filter(command -> command.otherNames().contains(word)).findFirst();
  }

  private static Optional<String> verb(String word, List<String> names) {
    return VERBS.getOrDefault(word, List.of()).stream().filter(names::contains).findFirst();
  }

  private static Optional<String> near(String word, List<String> names) {
    return word.length() > 1 ? Suggestion.nearest(word, names) : Optional.empty();
  }

  /** Returns the hint for the first hit of a search. */
  private static String found(HelpSearch.Hit hit) {
    return switch (hit.kind()) {
      case COMMAND ->
          DID_YOU_MEAN
              + withoutChoices(hit.name().replaceFirst("^sbp ", ""))
              + "  ("
              + hit.meaning()
              + ")";
      case SETTING ->
          "a setting:  sbp config get %s, sbp config set %s VALUE"
              .formatted(hit.name(), hit.name());
      case PAGE -> "a page:  " + hit.name() + "  (" + hit.meaning() + ")";
    };
  }

  /** Returns the usage of a command without what may be left out. */
  private static String withoutChoices(String usage) {
    return usage.replaceAll(" \\[[^]]*]", "");
  }
}
