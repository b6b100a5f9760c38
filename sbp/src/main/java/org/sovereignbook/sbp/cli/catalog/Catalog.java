package org.sovereignbook.sbp.cli.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;

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

  /** The document, about these commands only. */
  public JsonObject toJson(List<CommandInfo> shown) {
    List<JsonObject> exitCodes = new ArrayList<>();
    for (ExitCode code : ExitCode.values()) {
      exitCodes.add(exitCode(code, code.meaning()));
    }
    return JsonObject.builder()
        .put("program", "sbp")
        .put("version", version)
        .put("exit_codes", JsonArray.of(exitCodes))
        .put(
            "shared_options",
            JsonArray.of(sharedOptions().stream().map(OptionInfo::toJson).toList()))
        .put("commands", JsonArray.of(shown.stream().map(Catalog::toJson).toList()))
        .put("$defs", Declarations.shared())
        .build();
  }

  /** The commands that {@code sbp --help} shows. */
  public List<CommandInfo> firstLevel() {
    return commands.stream().filter(command -> !command.group().isEmpty()).toList();
  }

  /** With {@code help COMMAND}, which {@code Program} knows by itself. */
  public Catalog withHelp() {
    Value command =
        new Value(
            "COMMAND",
            ValueKind.CHOICE,
            firstLevel().stream().map(CommandInfo::name).toList(),
            Optional.empty());
    CommandInfo help =
        new CommandInfo(
            List.of("help"),
            "help",
            "explain a command",
            List.of(),
            List.of(new ParameterInfo(command, false, false, "the command to explain")),
            List.of(),
            List.of());
    return new Catalog(version, Stream.concat(commands.stream(), Stream.of(help)).toList());
  }

  /** The options of every command that works on a node; others know all of them but the node. */
  public List<OptionInfo> sharedOptions() {
    return commands.stream()
        .filter(CommandInfo::needsNode)
        .findFirst()
        .map(any -> any.options().stream().filter(OptionInfo::shared).toList())
        .orElseGet(List::of);
  }

  private static JsonObject toJson(CommandInfo command) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("command", command.command())
            .put("usage", "sbp " + command.usage())
            .put("group", command.group())
            .put("description", command.description())
            .put("needs_node", command.needsNode())
            .put(
                "parameters",
                JsonArray.of(command.parameters().stream().map(ParameterInfo::toJson).toList()))
            .put(
                "options",
                JsonArray.of(
                    command.options().stream()
                        .filter(option -> !option.shared())
                        .map(OptionInfo::toJson)
                        .toList()))
            .put("exit_codes", JsonArray.of(exitCodes(command)));
    Declarations.output(command).ifPresent(schema -> json.put("output", schema));
    return json.put("examples", JsonArray.ofStrings(command.examples())).build();
  }

  /** Those that every command has, and those that this one declares. */
  static List<JsonObject> exitCodes(CommandInfo command) {
    SequencedMap<Integer, String> declared = new TreeMap<>(Declarations.exitCodes(command));
    List<JsonObject> codes = new ArrayList<>();
    for (ExitCode code : ExitCode.values()) {
      boolean usual =
          switch (code) {
            case DONE, FAILED, WRONG_COMMAND_LINE, INTERRUPTED -> true;
            case REFUSED, NOT_FOUND -> command.needsNode();
            case NOTHING_TO_DO, NOT_VALID, BUSY -> false;
          };
      String meaning = declared.getOrDefault(code.number(), usual ? code.meaning() : "");
      if (!meaning.isEmpty()) {
        codes.add(exitCode(code, meaning));
      }
    }
    return codes;
  }

  private static JsonObject exitCode(ExitCode code, String meaning) {
    return JsonObject.builder()
        .put("code", code.number())
        .put("name", code.words())
        .put("meaning", meaning)
        .build();
  }
}
