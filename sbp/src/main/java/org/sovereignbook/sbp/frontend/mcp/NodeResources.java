package org.sovereignbook.sbp.frontend.mcp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.net.mcp.McpCall;
import org.sovereignbook.sbp.net.mcp.McpOutcome;
import org.sovereignbook.sbp.net.mcp.McpResource;
import org.sovereignbook.sbp.net.mcp.RpcError;
import org.sovereignbook.sbp.node.Node;

/**
 * The resources of a node. Most are results of tools, and readable by callers that may use the
 * tool. Thread-safe.
 */
final class NodeResources {
  static final String TASKS = "sbp://tasks";
  static final String MAIL = "sbp://mail";
  static final String HOT = "sbp://hot";
  static final String TASK = "sbp://task/";
  private static final String ETHOS = "sbp://ethos";
  private static final String GUIDE = "sbp://agents.md";
  private static final String FEED = "sbp://feed";
  private static final String JSON = "application/json";
  private static final String MARKDOWN = "text/markdown";
  private static final String ID = "{id}";

  private static final List<Row> ALL =
      List.of(
          row(ETHOS, "ethos", MARKDOWN, "ethos", "who this node's agent is"),
          row(GUIDE, "AGENTS.md", MARKDOWN, "agents_md", "how an agent works with this node"),
          row(FEED, "feed", JSON, "feed", "the newest pieces, received and published"),
          row(TASKS, "tasks", JSON, "task_list", "the board of tasks"),
          row(MAIL, "mail", JSON, "mail_list", "your mailbox"),
          row(HOT, "hot", JSON, "memory_read_hot", "your hot context, and the events that wait"),
          row(TASK + ID, "task", JSON, "task_show", "one task with its attempts and reviews"));

  private final Node node;
  private final CommandTools tools;

  /** A resource, and the name under which it is authorized. */
  record Row(McpResource resource, String tool) {
    private boolean isTemplate() {
      return resource.uri().endsWith(ID);
    }
  }

  NodeResources(Node node, CommandTools tools) {
    this.node = node;
    this.tools = tools;
  }

  private static Row row(String uri, String name, String type, String tool, String meaning) {
    return new Row(new McpResource(uri, name, name, meaning, type), tool);
  }

  /** Returns the names under which they are authorized. */
  static Stream<String> tools() {
    return ALL.stream().map(Row::tool);
  }

  List<Row> all() {
    return ALL.stream().filter(row -> !row.isTemplate()).toList();
  }

  List<McpResource> templates() {
    return ALL.stream().filter(Row::isTemplate).map(Row::resource).toList();
  }

  McpOutcome read(String uri, McpCall call) throws RpcError, InterruptedException {
    Row row =
        ALL.stream()
            .filter(each -> matches(each, uri))
            .findFirst()
            .orElseThrow(() -> RpcError.noResource(uri));
    String text =
        switch (row.resource().uri()) {
          case ETHOS -> documentOf(ethos(call), uri).string("ethos").orElse("");
          case GUIDE -> guide(call);
          default -> documentOf(tool(row, uri, call), uri).toString();
        };
    return McpResource.text(uri, row.resource().mimeType(), text);
  }

  private static boolean matches(Row row, String uri) {
    String pattern = row.resource().uri();
    return row.isTemplate()
        ? uri.startsWith(pattern.replace(ID, ""))
            && isId(uri.substring(pattern.length() - ID.length()))
        : uri.equals(pattern);
  }

  static boolean isId(String text) {
    return text.matches("[0-9A-Za-z_-]{1,64}");
  }

  /** Returns the name under which a resource is authorized; empty for an unknown one. */
  static Optional<String> tool(String uri) {
    return ALL.stream().filter(each -> matches(each, uri)).map(Row::tool).findFirst();
  }

  private McpOutcome ethos(McpCall call) {
    return tools.run("ethos", call.caller());
  }

  private String guide(McpCall call) throws RpcError {
    try {
      tools.require("agents_md", call);
    } catch (SocietyException e) {
      throw RpcError.refused(e.code() + ": " + e.getMessage());
    }
    return node.readText(node.home().root().resolve("AGENTS.md")).orElse("");
  }

  private McpOutcome tool(Row row, String uri, McpCall call) throws RpcError, InterruptedException {
    JsonObject arguments =
        row.isTemplate()
            ? JsonObject.empty()
                .with("id", uri.substring(row.resource().uri().length() - ID.length()))
            : JsonObject.empty();
    return tools
        .find(row.tool())
        .orElseThrow(() -> RpcError.noResource(uri))
        .action()
        .run(call.with(arguments));
  }

  /** Returns a tool's document; its failure becomes a failure of reading. */
  private static JsonObject documentOf(McpOutcome outcome, String uri) throws RpcError {
    Optional<JsonObject> result =
        outcome instanceof McpOutcome.Done(JsonObject done) ? Optional.of(done) : Optional.empty();
    JsonObject document =
        result.flatMap(done -> done.object("structuredContent")).orElse(JsonObject.empty());
    if (result.flatMap(done -> done.bool("isError")).orElse(false)) {
      JsonObject error = document.object("error").orElse(JsonObject.empty());
      String code = error.string("code").map(it -> it + ": ").orElse("");
      throw error.integer("exit_code").orElse(0) == ExitCode.NOT_FOUND.number()
          ? RpcError.noResource(uri)
          : RpcError.refused(code + error.string("message").orElse("it cannot be read now"));
    }
    return document;
  }
}
