package org.sovereignbook.sbp.frontend.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All commands as one document, from which a program can call each without other documentation.
 *
 * @param version of this program
 */
public record Catalog(String version, List<CommandInfo> commands) {

  public Catalog {
    commands = List.copyOf(commands);
  }

  /** Returns every command and its subcommands, without hidden ones. */
  public Stream<CommandInfo> all() {
    return firstLevel().stream().flatMap(CommandInfo::all);
  }

  /** Returns all commands as a Markdown table for people. */
  public String markdown() {
    return all()
        .map(command -> "| `sbp " + command.usage() + "` | " + command.description() + " |")
        .collect(Collectors.joining("\n", "| command | what it does |\n|---|---|\n", ""));
  }

  /**
   * Returns the index of all commands. Descriptions of subcommands are left out, so that the index
   * stays small as commands are added.
   */
  public CatalogIndex index() {
    SequencedMap<String, String> index = new LinkedHashMap<>();
    all()
        .forEach(
            command ->
                index.put(
                    command.usage(), command.path().size() == 1 ? command.description() : ""));
    return new CatalogIndex("sbp", version, "sbp commands NAME --json", index);
  }

  /** Returns the document for these commands only. */
  public CatalogDocument document(List<CommandInfo> shown) {
    return CatalogDocument.of(this, shown);
  }

  /** Returns the commands shown by {@code sbp --help}. */
  public List<CommandInfo> firstLevel() {
    return commands.stream().filter(command -> !command.group().isEmpty()).toList();
  }

  /** Returns a copy with {@code help COMMAND}, which is built into {@code Program}. */
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

  /**
   * Returns the shared options of every command on a node; other commands have all of them except
   * the node.
   */
  public List<Argument> sharedOptions() {
    return commands.stream()
        .filter(CommandInfo::needsNode)
        .findFirst()
        .map(any -> any.options().stream().filter(Argument::shared).toList())
        .orElseGet(List::of);
  }
}
