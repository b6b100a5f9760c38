package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.ops.config.ProgramSettings;

/** Search for commands, settings and pages of the documentation by words. */
record HelpSearch(Catalog catalog) {
  private static final int MOST_OF_A_KIND = 12;

  /** The pages of the documentation by their files below {@code docs/}. */
  static final Map<String, String> PAGES =
      Map.ofEntries(
          Map.entry("access.md", "Access"),
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
          Map.entry("evolution.md", "Evolution"),
          Map.entry("reputation.md", "Reputation"),
          Map.entry("seeds.md", "The seeds line by line"),
          Map.entry("sessions.md", "Sessions"),
          Map.entry("storage.md", "Storage"),
          Map.entry("swarms.md", "Swarms"),
          Map.entry("chain.md", "Reputation on a chain"),
          Map.entry("web.md", "The page"),
          Map.entry("teams.md", "Teams"));

  /** Returns lines on all that holds every word; empty when nothing does. */
  List<String> lines(List<String> words, int columns) {
    List<String> wanted = words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
    List<String> lines = new ArrayList<>();
    add(lines, "commands", found(commands(), wanted), columns);
    add(lines, "settings", found(settings(), wanted), columns);
    add(lines, "pages", found(pages(), wanted), columns);
    if (!lines.isEmpty()) {
      lines.add("");
      lines.add("one of them:  sbp help COMMAND, sbp config get KEY");
    }
    return lines;
  }

  /** One thing that can be found. */
  private record Findable(String name, String meaning, String text) {
    boolean holds(List<String> words) {
      String all = (name + " " + meaning + " " + text).toLowerCase(Locale.ROOT);
      return words.stream().allMatch(all::contains);
    }

    /** Returns whether a word is in the name itself, which is shown first. */
    boolean isNamed(List<String> words) {
      return words.stream().anyMatch(name::contains);
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
    return new Findable("sbp " + command.usage(), command.description(), options);
  }

  private static String text(Argument argument) {
    return String.join(" ", argument.spellings()) + " " + argument.description();
  }

  private static Stream<Findable> settings() {
    return ProgramSettings.byPackage().stream()
        .<Setting<?>>flatMap(one -> one.all().stream())
        .map(setting -> new Findable(setting.key(), setting.meaning(), ""));
  }

  private static Stream<Findable> pages() {
    return PAGES.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(page -> new Findable("docs/" + page.getKey(), page.getValue(), ""));
  }

  private static SequencedMap<String, String> found(Stream<Findable> entries, List<String> words) {
    SequencedMap<String, String> found = new LinkedHashMap<>();
    List<Findable> all = entries.filter(entry -> entry.holds(words)).toList();
    Stream.concat(
            all.stream().filter(entry -> entry.isNamed(words)),
            all.stream().filter(entry -> !entry.isNamed(words)))
        .forEach(entry -> found.put(entry.name(), entry.meaning()));
    return found;
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
