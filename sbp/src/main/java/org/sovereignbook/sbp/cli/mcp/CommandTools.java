package org.sovereignbook.sbp.cli.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.Catalog;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.CommandInfo;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Tool;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonSchema;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.mcp.McpCall;
import org.sovereignbook.sbp.mcp.McpCaller;
import org.sovereignbook.sbp.mcp.McpOutcome;
import org.sovereignbook.sbp.mcp.McpTool;

/**
 * Tools made of commands: everything about one is declared on its class. Each call comes by the
 * choke point, as the caller of its connection. Thread-safe.
 */
final class CommandTools {
  private static final String INVALID = "invalid-arguments";

  private final ToolGate gate;
  private final CommandRun commands;
  private final SequencedMap<String, McpTool> byName = new LinkedHashMap<>();

  /** As agents are told of them. */
  private final List<McpTool> forAgents = new ArrayList<>();

  CommandTools(Catalog catalog, ToolGate gate, CommandRun commands) {
    this.gate = gate;
    this.commands = commands;
    catalog.all().filter(command -> command.tool().isPresent()).forEach(this::add);
  }

  private void add(CommandInfo command) {
    ToolArguments arguments = new ToolArguments(command);
    McpTool tool = tool(command, arguments);
    byName.put(tool.name(), tool);
    forAgents.add(tool.with(arguments.schema(false)));
  }

  /** All, as the caller is told of them. */
  List<McpTool> all(McpCaller caller) {
    return caller.token().isPresent() ? List.copyOf(forAgents) : List.copyOf(byName.values());
  }

  Stream<String> names() {
    return byName.keySet().stream();
  }

  Optional<McpTool> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private McpTool tool(CommandInfo command, ToolArguments arguments) {
    Tool declared = command.tool().orElseThrow();
    String name = command.toolName();
    return new McpTool(
        name,
        "sbp " + command.command(),
        command.description(),
        arguments.schema(true),
        output(command),
        new McpTool.Hints(
            declared.reads(),
            declared.destroys(),
            declared.reads() || declared.repeats(),
            declared.reachesOut()),
        call -> run(name, arguments, call));
  }

  /** As {@code sbp commands --json} has it, but only its own members: each list has all of them. */
  private static Optional<JsonObject> output(CommandInfo command) {
    return command
        .contract()
        .output(JsonSchema.brief())
        .map(schema -> schema.has("type") ? schema : schema.with("type", "object"));
  }

  /** The command asks by itself whether its caller may. */
  private McpOutcome run(String name, ToolArguments arguments, McpCall call) {
    try {
      return run(arguments.words(call.arguments()), call.caller());
    } catch (CliException e) {
      return misfit(name, call, e);
    }
  }

  /** Runs a command, which may be no tool of its own. */
  McpOutcome run(List<String> words, McpCaller caller) {
    return outcome(commands.run(words, caller.token()));
  }

  /**
   * Also a call that cannot be is one: it is decided on, and written down. What it brought is no
   * command line, whatever its members are called; it is hashed as a text, since it was not checked
   * and may hold numbers that no hash is made of.
   */
  private McpOutcome misfit(String name, McpCall call, CliException why) {
    try {
      JsonObject brought = JsonObject.builder().put("misfit", call.arguments().toString()).build();
      gate.require(name, brought, call.caller());
    } catch (SocietyException e) {
      return refused(e);
    }
    return failure(why.exitCode(), INVALID, String.valueOf(why.getMessage()), why.hints());
  }

  /**
   * Decides on a call of what is no command.
   *
   * @throws SocietyException when the caller may not
   */
  void require(String name, McpCall call) {
    gate.require(name, JsonObject.empty(), call.caller());
  }

  static McpOutcome refused(SocietyException why) {
    return failure(ExitCode.REFUSED, why.code(), String.valueOf(why.getMessage()), why.hints());
  }

  private static McpOutcome failure(
      ExitCode exit, String code, String message, List<String> hints) {
    return McpOutcome.document(
        Shape.write(Output.Failure.of(exit, Optional.of(code), message, hints)), true);
  }

  /** What the command printed; that there was nothing to do is no failure. */
  private static McpOutcome outcome(CommandRun.Ended ended) {
    if (ended.document().isPresent()) {
      return McpOutcome.document(ended.document().get(), ended.exit().isFailure());
    }
    if (ended.isCut()) {
      return McpOutcome.failure("the answer is too long; ask for less");
    }
    String text = ended.notes().isBlank() ? ended.exit().meaning() : ended.notes().strip();
    return ended.exit().isFailure() ? McpOutcome.failure(text) : McpOutcome.text(text);
  }
}
