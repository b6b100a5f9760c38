package org.sovereignbook.sbp.cli.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.catalog.Catalog;
import org.sovereignbook.sbp.cli.catalog.CommandInfo;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Tool;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonSchema;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.mcp.McpCall;
import org.sovereignbook.sbp.mcp.McpOutcome;
import org.sovereignbook.sbp.mcp.McpTool;

/** Tools made of commands: everything about one is declared on its class. Immutable. */
final class CommandTools {
  private final ToolGate gate;
  private final List<McpTool> all = new ArrayList<>();

  CommandTools(Catalog catalog, ToolGate gate) {
    this.gate = gate;
    catalog.all().filter(command -> command.tool().isPresent()).map(this::tool).forEach(all::add);
  }

  List<McpTool> all() {
    return List.copyOf(all);
  }

  private McpTool tool(CommandInfo command) {
    Tool declared = command.tool().orElseThrow();
    ToolArguments arguments = new ToolArguments(command);
    String name = name(command);
    return new McpTool(
        name,
        "sbp " + command.command(),
        command.description(),
        arguments.schema(),
        output(command),
        new McpTool.Hints(
            declared.reads(),
            declared.destroys(),
            declared.reads() || declared.repeats(),
            declared.reachesOut()),
        call -> run(name, arguments, call));
  }

  /** What a command is called as a tool. */
  static String name(CommandInfo command) {
    return command
        .tool()
        .map(Tool::name)
        .filter(name -> !name.isEmpty())
        .orElseGet(() -> String.join("_", command.path()).replace('-', '_'));
  }

  /** As of {@code sbp commands --json}, whole in itself. */
  private static Optional<JsonObject> output(CommandInfo command) {
    JsonSchema schemas = new JsonSchema();
    return command
        .contract()
        .output(schemas)
        .map(schema -> schema.has("type") ? schema : schema.with("type", "object"))
        .map(
            schema ->
                schemas.definitions().members().isEmpty()
                    ? schema
                    : schema.with("$defs", schemas.definitions()));
  }

  private McpOutcome run(String name, ToolArguments arguments, McpCall call) {
    List<String> words;
    try {
      words = arguments.words(call.arguments());
    } catch (CliException e) {
      return refused(e);
    }
    return outcome(gate.run(name, call.arguments(), words, call.caller()));
  }

  private static McpOutcome refused(CliException why) {
    return McpOutcome.document(
        Shape.write(
            Output.Failure.of(
                why.exitCode(),
                Optional.of("invalid-arguments"),
                String.valueOf(why.getMessage()),
                why.hints())),
        true);
  }

  /** What the command printed; that there was nothing to do is no failure. */
  static McpOutcome outcome(CommandRun.Ended ended) {
    if (ended.document().isPresent()) {
      return McpOutcome.document(ended.document().get(), ended.exit().isFailure());
    }
    if (ended.isCut()) {
      return McpOutcome.failure("the answer is too long; ask for less");
    }
    String text = ended.notes().isBlank() ? ended.exit().meaning() : ended.notes().strip();
    return ended.exit() == ExitCode.DONE ? McpOutcome.text(text) : McpOutcome.failure(text);
  }
}
