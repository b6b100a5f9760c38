package org.sovereignbook.sbp.plugins.claude;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;
import org.sovereignbook.sbp.model.llm.cli.LoginFile;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;

/**
 * Claude Code, called without a person present (IMPLEMENTATION §2). In answer mode it has no tool;
 * in tools mode it reads its working directory and writes the one output. Measured with 2.1.330
 * and, without {@code --restricted}, 2.1.197; a program that lacks one of the flags that make the
 * fence is refused.
 */
final class ClaudeCli implements CodingCli {
  private static final String NEW_HOME = "home";

  static final Setting<String> HOME =
      Setting.text(
          "home",
          "",
          "home folder with a login of Claude Code that is no file, as in the keychain of macOS;"
              + " empty for a new one for each run");

  /** Limit of turns; Claude Code itself asks the model again when it missed the schema. */
  private static final int MAX_ANSWER_TURNS = 6;

  private static final int MAX_TOOLS_TURNS = 60;
  private static final int MAX_RETRIES = 2;

  /** File with the server of a conversation's tools. */
  private static final String SERVERS = "servers.json";

  private static final String START_MILLIS = "60000";
  private static final String RESTRICTED = "--restricted";
  private static final String SCHEMA = "--json-schema";

  /** Variables that would lead back into the account's home. */
  private static final List<String> AWAY_WITH_A_NEW_HOME =
      List.of("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME");

  /** A key goes before a login, and costs money that the login's owner did not mean to spend. */
  private static final List<String> AWAY_WITH_A_LOGIN =
      List.of("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN");

  /** Flags that the fence needs; without any one of them it would have a gap. */
  private static final List<String> NEEDED =
      List.of(
          "--tools",
          "--permission-mode",
          "--setting-sources",
          "--strict-mcp-config",
          "--disable-slash-commands",
          "--no-session-persistence",
          "--system-prompt");

  @Override
  public String name() {
    return "claude";
  }

  @Override
  public String description() {
    return "a Claude model, through the Claude Code CLI";
  }

  @Override
  public String program() {
    return "claude";
  }

  @Override
  public String installHint() {
    return "install Claude Code (npm install -g @anthropic-ai/claude-code)";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(HOME);
  }

  /** Returns true: {@code total_cost_usd}, at list price also where a subscription pays. */
  @Override
  public boolean reportsCost(Config settings) {
    return true;
  }

  @Override
  public Set<String> environment() {
    return Set.of(
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "ANTHROPIC_BASE_URL",
        "CLAUDE_CODE_OAUTH_TOKEN");
  }

  @Override
  public Optional<LoginFile> login() {
    return Optional.of(
        new LoginFile(
            NEW_HOME + "/.claude/.credentials.json",
            "CLAUDE_CONFIG_DIR",
            ".credentials.json",
            ".claude/.credentials.json"));
  }

  @Override
  public List<String> probe() {
    return List.of("--help");
  }

  @Override
  public CodingCli.Call call(CodingCli.Run run) throws LlmException {
    for (String flag : NEEDED) {
      if (!run.probe().contains(flag)) {
        throw LlmException.setup(
            "this Claude Code does not know "
                + flag
                + ", so it cannot be fenced; install a newer one");
      }
    }
    List<String> arguments = new ArrayList<>(List.of("-p", "--output-format", "json"));
    run.model().ifPresent(model -> arguments.addAll(List.of("--model", model)));
    arguments.addAll(List.of("--system-prompt", run.systemPrompt()));
    arguments.addAll(fence(run));
    run.request()
        .budget()
        .maxCostUsd()
        .filter(cost -> run.probe().contains("--max-budget-usd"))
        .ifPresent(cost -> arguments.addAll(List.of("--max-budget-usd", cost.toPlainString())));
    SequencedMap<String, String> files = new LinkedHashMap<>();
    run.server().ifPresent(server -> files.put(SERVERS, servers(server)));
    return new CodingCli.Call(arguments, variables(run), files);
  }

  /**
   * Returns the flags of the fence, each of which takes a power away; see docs/backends.md for the
   * power that each one stops.
   */
  private static List<String> fence(CodingCli.Run run) {
    List<String> fence =
        new ArrayList<>(
            List.of(
                "--permission-mode",
                "dontAsk",
                "--strict-mcp-config",
                "--disable-slash-commands",
                "--no-session-persistence"));
    if (run.probe().contains(RESTRICTED)) {
      fence.add(RESTRICTED);
    } else {
      fence.addAll(List.of("--setting-sources", ""));
    }
    if (run.server().isPresent()) {
      fence.addAll(List.of("--max-turns", String.valueOf(MAX_TOOLS_TURNS), "--tools", ""));
      fence.addAll(List.of("--mcp-config", run.support().resolve(SERVERS).toString()));
      fence.addAll(List.of("--allowedTools", "mcp__" + run.server().get().name()));
    } else if (run.withTools()) {
      fence.addAll(
          List.of("--max-turns", String.valueOf(MAX_TOOLS_TURNS), "--tools", "Read,Write"));
      // A rule for writing is spelled Edit(path) and covers Write; "Write(path)" matches nothing.
      fence.addAll(List.of("--allowedTools", "Edit(./" + run.request().output().file() + ")"));
    } else {
      fence.addAll(List.of("--max-turns", String.valueOf(MAX_ANSWER_TURNS), "--tools", ""));
      schema(run).ifPresent(json -> fence.addAll(List.of(SCHEMA, JsonWriter.compact(json))));
    }
    return fence;
  }

  /**
   * Returns the answer's schema, if it describes an object, because Claude Code makes a tool of it,
   * and a tool's input is an object.
   */
  private static Optional<JsonObject> schema(CodingCli.Run run) {
    return run.request()
        .output()
        .schema()
        .filter(json -> json.string("type").equals(Optional.of("object")))
        .filter(json -> run.probe().contains(SCHEMA));
  }

  /** Returns the file with the one server that the program may use. */
  private static String servers(ToolServer server) {
    JsonObject.Builder environment = JsonObject.builder();
    server.environment().forEach(environment::put);
    JsonObject one =
        JsonObject.builder()
            .put("command", server.command().getFirst())
            .put("args", JsonArray.ofStrings(server.command().subList(1, server.command().size())))
            .put("env", environment.build())
            .build();
    return JsonWriter.file(
        JsonObject.builder()
            .put("mcpServers", JsonObject.builder().put(server.name(), one).build())
            .build());
  }

  private static Map<String, String> variables(CodingCli.Run run) {
    Map<String, String> variables = new HashMap<>();
    String home = run.request().settings().get(HOME);
    if (home.isEmpty()) {
      variables.put("HOME", run.support().resolve(NEW_HOME).toString());
      AWAY_WITH_A_NEW_HOME.forEach(name -> variables.put(name, ""));
    } else {
      variables.put("HOME", home);
    }
    if (run.hasLogin()) {
      AWAY_WITH_A_LOGIN.forEach(name -> variables.put(name, ""));
    }
    variables.put("CLAUDE_CODE_MAX_RETRIES", String.valueOf(MAX_RETRIES));
    variables.put(
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS", String.valueOf(run.request().budget().maxOutputTokens()));
    // Without these, "@path" in a stranger's text would attach that file, even from outside.
    variables.put("CLAUDE_CODE_DISABLE_ATTACHMENTS", "1");
    variables.put("CLAUDE_CODE_DISABLE_FILE_MENTIONS", "1");
    variables.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    variables.put("DISABLE_AUTOUPDATER", "1");
    if (run.server().isPresent()) {
      // Without these it may ask the model before the tools are there.
      variables.put("MCP_CONNECTION_NONBLOCKING", "false");
      variables.put("MCP_TIMEOUT", START_MILLIS);
      variables.put("ENABLE_TOOL_SEARCH", "false");
    }
    return variables;
  }

  @Override
  public CodingCli.Reply read(CodingCli.Run run, CodingCli.ProcessResult outcome)
      throws LlmException {
    ClaudeResult result = ClaudeResult.of(outcome);
    result.check();
    return new CodingCli.Reply(result.text(), result.usage(), result.denials());
  }
}
