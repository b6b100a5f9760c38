package org.sovereignbook.sbp.frontend.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All commands as one document, from which a program can call each without any other documentation.
 *
 * @param version of this program
 */
public record Catalog(String version, List<CommandInfo> commands) {

  public Catalog {
    commands = List.copyOf(commands);
  }

  /** Every command and those below it, but no hidden one. */
  public Stream<CommandInfo> all() {
    return firstLevel().stream().flatMap(CommandInfo::all);
  }

  /** All of them as a Markdown table, for who reads instead of parses. */
  public String markdown() {
    return all()
        .map(command -> "| `sbp " + command.usage() + "` | " + command.description() + " |")
        .collect(Collectors.joining("\n", "| command | what it does |\n|---|---|\n", ""));
  }

  /** Which there are. */
  public CatalogIndex index() {
    SequencedMap<String, String> index = new LinkedHashMap<>();
    all().forEach(command -> index.put(command.usage(), command.description()));
    return new CatalogIndex("sbp", version, "sbp commands NAME --json", index);
  }

  /** The document, about these commands only. */
  public CatalogDocument document(List<CommandInfo> shown) {
    return CatalogDocument.of(this, shown);
  }

  /** The commands that {@code sbp --help} shows. */
  public List<CommandInfo> firstLevel() {
    return commands.stream().filter(command -> !command.group().isEmpty()).toList();
  }

  /** With {@code help COMMAND}, which {@code Program} knows by itself. */
  public Catalog withHelp() {
    CommandInfo help =
        CommandInfo.plain(
            "help",
            "help",
            "explain a command",
            List.of(
                Argument.choice(
                    "COMMAND",
                    firstLevel().stream().map(CommandInfo::name).toList(),
                    "the command to explain")));
    return new Catalog(version, Stream.concat(commands.stream(), Stream.of(help)).toList());
  }

  /** The options of every command that works on a node; others know all of them but the node. */
  public List<Argument> sharedOptions() {
    return commands.stream()
        .filter(CommandInfo::needsNode)
        .findFirst()
        .map(any -> any.options().stream().filter(Argument::shared).toList())
        .orElseGet(List::of);
  }
}
