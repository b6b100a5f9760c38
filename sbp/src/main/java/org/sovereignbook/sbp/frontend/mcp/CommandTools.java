package org.sovereignbook.sbp.frontend.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.ledger.Remedies;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.CommandCall;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.net.mcp.McpCall;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.net.mcp.McpOutcome;
import org.sovereignbook.sbp.net.mcp.McpTool;

/**
 * Tools made of commands, from the declarations on their classes. Each call is authorized for the
 * caller of its connection. Thread-safe.
 */
final class CommandTools {
  private static final String INVALID = "invalid-arguments";

  /** Code of a call that is not made, since too many were refused. */
  private static final String REFUSED = "refused_too_often";

  private final CommandTable table;
  private final ToolGate gate;
  private final CommandRun commands;
  private final RefusedCalls refusals;
  private final SequencedMap<String, Row> byName = new LinkedHashMap<>();

  /** Commands of the first level that were called. */
  private final Map<String, CommandInfo> described = new ConcurrentHashMap<>();

  private final Map<String, ToolArguments> arguments = new ConcurrentHashMap<>();
  private Optional<ToolWording> wording = Optional.empty();

  /**
   * One tool.
   *
   * @param forAgents the tool for agents: without the argument for the agent to act for
   */
  record Row(ListedTool listed, McpTool tool, McpTool forAgents) {
    String name() {
      return listed.name();
    }
  }

  CommandTools(CommandTable table, ToolGate gate, CommandRun commands, RefusedCalls refusals) {
    this.table = table;
    this.gate = gate;
    this.commands = commands;
    this.refusals = refusals;
    ListedTool.of(table).forEach(this::add);
  }

  private void add(ListedTool listed) {
    String name = listed.name();
    McpTool tool =
        new McpTool(
            name,
            name,
            listed.text(),
            listed.input(),
            listed.output(),
            listed.hints(),
            call -> run(name, call.arguments(), call.caller()));
    byName.put(name, new Row(listed, tool, tool.with(listed.agentInput())));
  }

  /** Returns the arguments of a tool that there is. */
  private ToolArguments arguments(String name) {
    return arguments.computeIfAbsent(
        name,
        _ ->
            new ToolArguments(
                command(Objects.requireNonNull(byName.get(name)).listed().command())));
  }

  /** Returns the description of a command by its words. */
  private CommandInfo command(String words) {
    return described
        .computeIfAbsent(words.split(" ", 2)[0], table::described)
        .all()
        .filter(command -> command.command().equals(words))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the words for errors, which need the descriptions of all commands. */
  private synchronized ToolWording wording() {
    if (wording.isEmpty()) {
      wording = Optional.of(new ToolWording(table.catalog()));
    }
    return wording.get();
  }

  /** Returns whether a second call with the same arguments changes nothing more. */
  boolean isRepeatable(String name) {
    return Optional.ofNullable(byName.get(name))
        .filter(row -> row.listed().hints().repeats())
        .isPresent();
  }

  /** Returns all tools in the caller's form. */
  Stream<McpTool> all(McpCaller caller) {
    return listed(caller, _ -> true);
  }

  /** Returns the selected tools in the caller's form. */
  Stream<McpTool> listed(McpCaller caller, Predicate<Row> selected) {
    return byName.values().stream()
        .filter(row -> off(List.of(row.listed().command().split(" "))).isEmpty())
        .filter(selected)
        .map(row -> caller.token().isPresent() ? row.forAgents() : row.tool());
  }

  Stream<String> names() {
    return byName.keySet().stream();
  }

  Optional<McpTool> find(String name) {
    return Optional.ofNullable(byName.get(name)).map(Row::tool);
  }

  /** Calls a tool; empty when there is none of this name. */
  Optional<McpOutcome> call(String name, JsonObject given, McpCaller caller) {
    return Optional.ofNullable(byName.get(name)).map(_ -> run(name, given, caller));
  }

  /** Runs a command, unless too many calls of it by this connection were refused. */
  private McpOutcome run(String name, JsonObject given, McpCaller caller) {
    Optional<String> ended = refusals.ended(caller, name);
    if (ended.isPresent() && !gate.mayNow(name, caller)) {
      return failure(
          ExitCode.REFUSED,
          REFUSED,
          ended.get(),
          List.of("go on without it, or end your work: other tools work as before"));
    }
    McpOutcome outcome = authorized(name, arguments(name), given, caller);
    refusals.made(caller, name, isLack(outcome));
    return outcome;
  }

  private static boolean isLack(McpOutcome outcome) {
    return outcome instanceof McpOutcome.Done(JsonObject result)
        && result
            .object("structuredContent")
            .flatMap(document -> document.object("error"))
            .flatMap(error -> error.string("code"))
            .filter(CapabilityDenied::isLack)
            .isPresent();
  }

  /** Runs a command, which authorizes its caller itself. */
  private McpOutcome authorized(
      String name, ToolArguments arguments, JsonObject given, McpCaller caller) {
    CommandCall made;
    try {
      made = arguments.call(given);
    } catch (CliException e) {
      return misfit(name, arguments.form(), given, caller, e);
    }
    return run(made, caller);
  }

  /** Calls a command without arguments, which need not be a tool. */
  McpOutcome run(String command, McpCaller caller) {
    return run(new CommandCall(command(command), Map.of(), List.of()), caller);
  }

  private Optional<String> off(List<String> path) {
    return table.off(gate.node(), path);
  }

  private McpOutcome run(CommandCall call, McpCaller caller) {
    // It may have been switched off after its tools were listed.
    Optional<String> off = off(call.command().path());
    if (off.isPresent()) {
      return refused(SocietyException.featureOff(gate.node(), off.get()), caller);
    }
    return outcome(commands.call(call, caller.token()), call.command(), caller);
  }

  /** Returns the tool that lists what exists, for an error of a command. */
  private static String next(CommandInfo command) {
    return command.tool().map(tool -> tool.set().look()).orElse(ToolSearch.NAME);
  }

  /**
   * Authorizes and records a call with invalid arguments, too; its caller learns what is wrong with
   * it, and the owner is not asked for a call that nobody could run. Its arguments are hashed as a
   * text, because they were not checked and may hold numbers that have no canonical form.
   */
  private McpOutcome misfit(
      String name, String form, JsonObject given, McpCaller caller, CliException why) {
    try {
      JsonObject brought = JsonObject.builder().put("misfit", given.toString()).build();
      if (gate.mayNow(name, caller)) {
        gate.require(name, brought, caller);
      } else {
        gate.refuseMisfit(name, brought, caller);
      }
    } catch (SocietyException e) {
      return refused(e, caller);
    }
    return invalid(
        String.valueOf(why.getMessage()),
        Stream.concat(why.hints().stream(), Stream.of(form, "then call " + name + " again"))
            .toList());
  }

  static McpOutcome invalid(String message, List<String> hints) {
    return failure(ExitCode.WRONG_COMMAND_LINE, INVALID, message, hints);
  }

  /**
   * Authorizes a call that is no command.
   *
   * @throws SocietyException when the caller may not
   */
  void require(String name, McpCall call) {
    gate.require(name, JsonObject.empty(), call.caller());
  }

  McpOutcome refused(SocietyException why, McpCaller caller) {
    JsonObject document =
        Shape.write(
            Output.Failure.of(
                ExitCode.REFUSED,
                why.getMessage(),
                why.hints(),
                new Output.Details(Optional.of(why.code()), Optional.empty())));
    return McpOutcome.document(told(document, ToolSearch.NAME, caller), true);
  }

  private static McpOutcome failure(
      ExitCode exit, String code, String message, List<String> hints) {
    return McpOutcome.document(
        Shape.write(
            Output.Failure.of(
                exit, message, hints, new Output.Details(Optional.of(code), Optional.empty()))),
        true);
  }

  /** Returns the command's document; having nothing to do is no failure. */
  private McpOutcome outcome(CommandRun.Ended ended, CommandInfo command, McpCaller caller) {
    if (ended.document().isPresent()) {
      JsonObject document = told(ended.document().get(), next(command), caller);
      boolean isError = ended.exit().isFailure();
      return plain(command, document)
          .map(text -> McpOutcome.document(text, document, isError))
          .orElseGet(() -> McpOutcome.document(document, isError));
    }
    String notes = ended.notes().isBlank() ? ended.exit().meaning() : ended.notes().strip();
    String text = wording().text(notes, usable(caller));
    return ended.exit().isFailure() ? McpOutcome.failure(text) : McpOutcome.text(text);
  }

  /** Returns the text of a document, for a tool whose answers are texts. */
  private static Optional<String> plain(CommandInfo command, JsonObject document) {
    return command
        .tool()
        .map(Tool::plain)
        .filter(member -> !member.isEmpty())
        .flatMap(
            member ->
                document
                    .object("error")
                    .map(error -> error.string("message"))
                    .orElseGet(() -> document.string(member)));
  }

  /** Returns a document without words of the command line. */
  private JsonObject told(JsonObject document, String next, McpCaller caller) {
    Optional<JsonObject> error = document.object("error");
    if (error.isPresent()) {
      return document.with("error", toldError(error.get(), next, usable(caller)));
    }
    Optional<String> whole = document.string("whole");
    return whole.isPresent()
        ? document.with("whole", wording().text(whole.get(), usable(caller)))
        : document;
  }

  private JsonObject toldError(JsonObject error, String next, Predicate<String> usable) {
    // The ways to a proof of the owner are lines for a shell, which a model finds in remedies.
    List<String> hints =
        error.array("hints").flatMap(JsonArray::strings).orElse(List.of()).stream()
            .filter(hint -> !Remedies.isHint(hint))
            .toList();
    String message = error.string("message").orElse("");
    // A list shows what exists, which helps nobody who lacks a right.
    Predicate<String> looking =
        error.string("code").filter(CapabilityDenied::isLack).isPresent() ? _ -> false : usable;
    return error
        .with("message", wording().text(message, usable))
        .with("hints", JsonArray.ofStrings(wording().hints(hints, next, usable, looking)));
  }

  /**
   * Returns the tools that the caller may use in the state in which it is told of them; none after
   * its authentication has ended.
   */
  private Predicate<String> usable(McpCaller caller) {
    return tool -> gate.isOpen(tool, caller);
  }
}
