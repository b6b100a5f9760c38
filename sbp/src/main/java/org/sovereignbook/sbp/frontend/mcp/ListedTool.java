package org.sovereignbook.sbp.frontend.mcp;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonSchema;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.net.mcp.McpTool;
import org.sovereignbook.sbp.node.Resources;

/**
 * A tool as lists show it. Those of this program's commands are in files, because to describe all
 * commands takes longer than a start.
 *
 * @param command the words of its command
 * @param input the schema of its arguments, also of those for the owner alone
 * @param output the schema of its document, if lists show it
 */
record ListedTool(
    String name,
    String command,
    Toolset set,
    Tool.Listed listed,
    String text,
    JsonObject input,
    Optional<JsonObject> output,
    McpTool.Hints hints) {
  private static final String FILE = "org/sovereignbook/sbp/frontend/mcp/tools.jsonl";

  /** The file in the jar of a feature with the tools of its commands, where it has some. */
  static final String FILE_OF_FEATURE = "META-INF/sbp-tools.jsonl";

  private static final String PROPERTIES = "properties";
  private static final String READS = "reads";
  private static final String DESTROYS = "destroys";
  private static final String REPEATS = "repeats";
  private static final String REACHES_OUT = "reaches_out";

  /** Returns the tools of these commands. */
  static List<ListedTool> of(CommandTable commands) {
    return commands.areWritten()
        ? Stream.concat(
                Resources.text(FILE).lines(), Resources.lines(FILE_OF_FEATURE).stream().sorted())
            .map(ListedTool::parse)
            .toList()
        : of(commands.catalog());
  }

  /** Returns the tools of the commands that are described here. */
  static List<ListedTool> of(Catalog catalog) {
    return catalog.all().flatMap(command -> of(command).stream()).toList();
  }

  private static Optional<ListedTool> of(CommandInfo command) {
    return command
        .tool()
        .map(
            tool ->
                new ListedTool(
                    command.toolName(),
                    command.command(),
                    tool.set(),
                    tool.listed(),
                    command.toolText().orElseThrow(),
                    new ToolArguments(command).schema(),
                    tool.typed() ? output(command) : Optional.empty(),
                    new McpTool.Hints(
                        tool.reads(),
                        tool.destroys(),
                        tool.reads() || tool.repeats(),
                        tool.reachesOut())));
  }

  /** Returns the schema as in {@code sbp commands --json}, without members shared by all lists. */
  private static Optional<JsonObject> output(CommandInfo command) {
    return command.contract().output(JsonSchema.brief()).map(ListedTool::object);
  }

  /** Says that it is an object, at the top alone: each of several forms is one. */
  private static JsonObject object(JsonObject schema) {
    JsonArray forms = schema.array("anyOf").orElse(JsonArray.of());
    JsonObject typed = JsonObject.empty().with("type", "object");
    return forms.values().isEmpty()
        ? schema.with("type", "object")
        : typed.with(
            "anyOf", JsonArray.of(forms.objects().stream().map(it -> it.without("type")).toList()));
  }

  /** Returns its line in the file. */
  String line() {
    JsonObject.Builder line =
        JsonObject.builder()
            .put("name", name)
            .put("command", command)
            .put("set", set.name())
            .put("listed", listed.name())
            .put("text", text)
            .put("input", input);
    output.ifPresent(schema -> line.put("output", schema));
    return JsonWriter.compact(
        line.put(READS, hints.reads())
            .put(DESTROYS, hints.destroys())
            .put(REPEATS, hints.repeats())
            .put(REACHES_OUT, hints.reachesOut())
            .build());
  }

  static ListedTool parse(String line) {
    JsonObject json;
    try {
      json = (JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new IllegalStateException(e);
    }
    return new ListedTool(
        json.string("name").orElseThrow(),
        json.string("command").orElseThrow(),
        Toolset.valueOf(json.string("set").orElseThrow()),
        Tool.Listed.valueOf(json.string("listed").orElseThrow()),
        json.string("text").orElseThrow(),
        json.object("input").orElseThrow(),
        json.object("output"),
        new McpTool.Hints(
            json.bool(READS).orElseThrow(),
            json.bool(DESTROYS).orElseThrow(),
            json.bool(REPEATS).orElseThrow(),
            json.bool(REACHES_OUT).orElseThrow()));
  }

  /** Returns the schema of its arguments for agents: without the agent to act for. */
  JsonObject agentInput() {
    JsonObject properties = input.object(PROPERTIES).orElseThrow();
    return input.with(PROPERTIES, properties.without(ToolArguments.CALLER));
  }
}
