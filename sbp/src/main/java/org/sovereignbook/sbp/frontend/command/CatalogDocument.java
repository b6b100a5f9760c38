package org.sovereignbook.sbp.frontend.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSchema;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * The output of {@code sbp commands --json}.
 *
 * @param defs the types that the schemas refer to as {@code #/$defs/NAME}
 */
public record CatalogDocument(
    String program,
    String version,
    List<ExitInfo> exitCodes,
    List<Argument> sharedOptions,
    List<Command> commands,
    @Shape.Named("$defs") JsonObject defs) {

  /**
   * One command.
   *
   * @param output the schema of its output with {@code --json}
   */
  public record Command(
      String command,
      String usage,
      String group,
      String description,
      boolean needsNode,
      List<Argument> parameters,
      List<Argument> options,
      List<ExitInfo> exitCodes,
      Optional<JsonObject> output,
      List<String> examples) {

    /** Returns the document as lines for people. */
    public List<String> lines() {
      List<String> lines = new ArrayList<>(List.of("usage: " + usage, description, ""));
      parameters.forEach(parameter -> lines.add(line(parameter.label(), parameter)));
      options.forEach(
          option ->
              lines.add(
                  line(
                      (String.join(", ", option.spellings()) + " " + option.label()).strip(),
                      option)));
      exitCodes.forEach(
          exit -> lines.add("  exit code %-2d  %s".formatted(exit.code, exit.meaning)));
      examples.forEach(example -> lines.add("  example       " + example));
      lines.add(
          output
              .map(
                  schema ->
                      "  with --json   a document of this schema: " + JsonWriter.compact(schema))
              .orElse("  with --json   nothing"));
      lines.add("");
      return lines;
    }

    private static String line(String name, Argument argument) {
      String choices = argument.choices().map(words -> ": " + String.join(", ", words)).orElse("");
      return "  %-13s %s%s".formatted(name, argument.description(), choices);
    }
  }

  public record ExitInfo(int code, String name, String meaning) {
    static ExitInfo of(ExitCode code, String meaning) {
      return new ExitInfo(code.number(), code.words(), meaning);
    }
  }

  static CatalogDocument of(Catalog catalog, List<CommandInfo> shown) {
    List<ExitInfo> exits = new ArrayList<>();
    for (ExitCode code : ExitCode.values()) {
      exits.add(ExitInfo.of(code, code.meaning()));
    }
    JsonSchema schemas = new JsonSchema();
    schemas.of(Output.Failure.class);
    List<Command> commands = shown.stream().map(command -> of(command, schemas)).toList();
    return new CatalogDocument(
        "sbp", catalog.version(), exits, catalog.sharedOptions(), commands, schemas.definitions());
  }

  private static Command of(CommandInfo command, JsonSchema schemas) {
    return new Command(
        command.command(),
        "sbp " + command.usage(),
        command.group(),
        command.description(),
        command.needsNode(),
        command.parameters(),
        command.options().stream().filter(option -> !option.shared()).toList(),
        exitCodes(command),
        command.contract().output(schemas),
        command.examples());
  }

  /** Returns the exit codes of every command, and those declared by this one. */
  private static List<ExitInfo> exitCodes(CommandInfo command) {
    List<ExitInfo> codes = new ArrayList<>();
    for (ExitCode code : ExitCode.values()) {
      boolean usual =
          switch (code) {
            case DONE, FAILED, WRONG_COMMAND_LINE, INTERRUPTED -> true;
            case REFUSED, NOT_FOUND -> command.needsNode();
            case NOTHING_TO_DO, NOT_VALID, BUSY -> false;
          };
      String meaning = command.contract().exits().getOrDefault(code, usual ? code.meaning() : "");
      if (!meaning.isEmpty()) {
        codes.add(ExitInfo.of(code, meaning));
      }
    }
    return codes;
  }
}
