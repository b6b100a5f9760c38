package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.ops.config.ProgramSettings;

/** Search for commands, settings and pages of the documentation by words. */
record HelpSearch(Catalog catalog) {
  private static final int MOST_OF_A_KIND = 12;
  private static final int LEAST_LETTERS_OF_A_BEGINNING = 3;
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final String PROGRAM = "sbp ";

  /** The pages of the documentation by their files below {@code docs/}. */
  static final Map<String, String> PAGES =
      Map.ofEntries(
          Map.entry("a2a.md", "A2A: work for any agent, and by any agent"),
          Map.entry("access.md", "Access"),
          Map.entry("acp.md", "Editors"),
          Map.entry("across-nodes.md", "Agents across nodes"),
          Map.entry("architecture.md", "Architecture"),
          Map.entry("audit.md", "Audit"),
          Map.entry("backends.md", "Backends"),
          Map.entry("cli.md", "Commands"),
          Map.entry("concepts.md", "Concepts"),
          Map.entry("configuration.md", "Configuration"),
          Map.entry("decisions.md", "Decisions"),
          Map.entry("extending.md", "Changing behaviour"),
          Map.entry("formats.md", "File formats"),
          Map.entry("hooks.md", "Hooks, webhooks and timers"),
          Map.entry("install.md", "Install, upgrade, uninstall"),
          Map.entry("library.md", "The shared library"),
          Map.entry("mcp.md", "MCP"),
          Map.entry("memory.md", "Memory"),
          Map.entry("operate.md", "Operating a node"),
          Map.entry("patching.md", "Patching a step"),
          Map.entry("performance.md", "Performance"),
          Map.entry("plugins.md", "Plugins"),
          Map.entry("protocol-mail.md", "Mail between agents of different nodes"),
          Map.entry("protocol-memory.md", "Groups shared by nodes"),
          Map.entry("relay.md", "Relay: a node without an address of its own"),
          Map.entry("evolution.md", "Evolution"),
          Map.entry("reputation.md", "Reputation"),
          Map.entry("scale.md", "When one machine is not enough"),
          Map.entry("seeds.md", "The seeds line by line"),
          Map.entry("sessions.md", "Sessions"),
          Map.entry("simulation.md", "Simulation of a network"),
          Map.entry("storage.md", "Storage"),
          Map.entry("swarms.md", "Swarms"),
          Map.entry("channels.md", "Channels"),
          Map.entry("chain.md", "Reputation on a chain"),
          Map.entry("web.md", "The page"),
          Map.entry("teams.md", "Teams"));

  /** The place where a word stands in an entry, the best first. */
  enum Place {
    SYNONYM,
    NAME,
    BEGINNING_OF_NAME,
    MEANING,
    ARGUMENTS,
    /** In the middle of a word: in a list, but never the answer to an unknown command. */
    INSIDE,
    NOWHERE
  }

  /** A command, a setting or a page that was found. */
  record Hit(Kind kind, Place place, List<String> path, String name, String meaning) {}

  /** The kinds of things that are found. */
  enum Kind {
    COMMAND("commands"),
    SETTING("settings"),
    PAGE("pages");

    private final String heading;

    Kind(String heading) {
      this.heading = heading;
    }
  }

  /**
   * Returns lines on all that holds every word, or else on what has one of them; empty when nothing
   * does.
   */
  List<String> lines(List<String> words, int columns) {
    List<Hit> hits = hits(words);
    if (hits.isEmpty()) {
      hits =
          words.stream()
              .flatMap(word -> hits(List.of(word)).stream())
              .filter(hit -> hit.place() != Place.INSIDE)
              .distinct()
              .sorted(Comparator.comparing(Hit::place))
              .toList();
    }
    List<Hit> shown = hits;
    List<String> lines = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      SequencedMap<String, String> found = new LinkedHashMap<>();
      shown.stream()
          .filter(hit -> hit.kind() == kind)
          .forEach(hit -> found.put(hit.name(), hit.meaning()));
      add(lines, kind.heading, found, columns);
    }
    if (!lines.isEmpty()) {
      lines.add("");
      lines.add("one of them:  sbp help COMMAND, sbp config get KEY");
    }
    return lines;
  }

  /** Returns all that holds every word, the best first. */
  List<Hit> hits(List<String> words) {
    List<String> wanted = words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
    return Stream.of(commands(), settings(), pages())
        .flatMap(entries -> entries)
        .map(entry -> entry.hit(wanted))
        .filter(hit -> hit.place() != Place.NOWHERE)
        .sorted(Comparator.comparing(Hit::place))
        .toList();
  }

  /** Returns the best that holds a word as a word. */
  Optional<Hit> first(String word) {
    return hits(List.of(word)).stream().findFirst().filter(hit -> hit.place() != Place.INSIDE);
  }

  /** One thing that can be found. */
  private record Findable(
      Kind kind,
      List<String> path,
      List<String> synonyms,
      String name,
      String meaning,
      String text) {
    Hit hit(List<String> words) {
      Place worst =
          words.stream().map(this::place).max(Comparator.naturalOrder()).orElse(Place.NOWHERE);
      return new Hit(kind, worst, path, name, meaning);
    }

    private Place place(String word) {
      if (synonyms.contains(word)) {
        return Place.SYNONYM;
      }
      if (path.contains(word)) {
        return Place.NAME;
      }
      if (isBegun(name, word)) {
        return Place.BEGINNING_OF_NAME;
      }
      if (isBegun(meaning, word)) {
        return Place.MEANING;
      }
      if (isBegun(text, word)) {
        return Place.ARGUMENTS;
      }
      String all = (name + " " + meaning + " " + text).toLowerCase(Locale.ROOT);
      return all.contains(word) ? Place.INSIDE : Place.NOWHERE;
    }

    /** Returns whether a text has a word that begins like this one in its singular. */
    private static boolean isBegun(String text, String word) {
      String one =
          word.endsWith("s") && word.length() > LEAST_LETTERS_OF_A_BEGINNING
              ? word.substring(0, word.length() - 1)
              : word;
      return BETWEEN_WORDS
          .splitAsStream(text.toLowerCase(Locale.ROOT))
          .anyMatch(
              each ->
                  one.length() < LEAST_LETTERS_OF_A_BEGINNING
                      ? each.equals(one)
                      : each.startsWith(one));
    }
  }

  private Stream<Findable> commands() {
    return catalog.all().map(HelpSearch::entry);
  }

  private static Findable entry(CommandInfo command) {
    String options =
        Stream.concat(command.options().stream(), command.parameters().stream())
            .filter(argument -> !argument.shared())
            .map(HelpSearch::text)
            .collect(Collectors.joining(" "));
    return new Findable(
        Kind.COMMAND,
        command.path(),
        Stream.concat(
                command.otherNames().stream(),
                command.otherWholes().stream().map(whole -> whole.split(Synonyms.MEANS, 2)[0]))
            .toList(),
        PROGRAM + command.usage(),
        command.description(),
        options);
  }

  private static String text(Argument argument) {
    return String.join(" ", argument.spellings()) + " " + argument.description();
  }

  private static Stream<Findable> settings() {
    return ProgramSettings.byPackage().stream()
        .<Setting<?>>flatMap(one -> one.all().stream())
        .map(
            setting ->
                new Findable(
                    Kind.SETTING,
                    List.of(setting.key()),
                    List.of(),
                    setting.key(),
                    setting.meaning(),
                    ""));
  }

  private static Stream<Findable> pages() {
    return PAGES.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            page ->
                new Findable(
                    Kind.PAGE, List.of(), List.of(), "docs/" + page.getKey(), page.getValue(), ""));
  }

  private static void add(
      List<String> lines, String heading, SequencedMap<String, String> found, int columns) {
    if (found.isEmpty()) {
      return;
    }
    lines.add((lines.isEmpty() ? "" : "\n") + heading + ":");
    found.entrySet().stream()
        .limit(MOST_OF_A_KIND)
        .forEach(
            entry ->
                lines.addAll(
                    Table.hanging("  " + entry.getKey() + "  " + entry.getValue(), columns)));
    if (found.size() > MOST_OF_A_KIND) {
      lines.add("  and " + (found.size() - MOST_OF_A_KIND) + " more; add a word");
    }
  }
}
