package org.sovereignbook.sbp.plugins.gemini;

import java.nio.file.Files;
import java.nio.file.Path;
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
 * Gemini CLI, called without a person present (IMPLEMENTATION §2). A policy that denies every tool
 * is the fence; tools mode allows reading the working directory and writing the one output on top.
 * The approval mode, which offers no tool that writes or runs anything, is the second fence,
 * because a broken policy fails open. Measured with 0.61.0.
 */
final class GeminiCli implements CodingCli {
  static final String DEFAULT_MODEL = "gemini-2.5-pro";

  private static final String API_KEY_AUTH = "gemini-api-key";
  private static final String LOGIN_AUTH = "oauth-personal";

  private static final Setting<String> AUTH =
      Setting.oneOf(
          "auth",
          API_KEY_AUTH,
          "`vertex-ai` takes the variables of Vertex AI instead, named in the setting"
              + " `environment` (not tried)",
          API_KEY_AUTH,
          "vertex-ai");

  /** Place of the machine's own policies, which take precedence over ours. */
  private static final Path SYSTEM_POLICIES = Path.of("/etc/gemini-cli/policies");

  private static final String HOME = "home";
  private static final String POLICY = "policy.toml";
  private static final String SYSTEM_PROMPT = "system.md";
  private static final int MAX_ATTEMPTS = 3;
  private static final int MAX_ANSWER_TURNS = 5;
  private static final int MAX_TOOLS_TURNS = 60;
  private static final List<String> NEEDED =
      List.of("--admin-policy", "--skip-trust", "--approval-mode", "--allowed-mcp-server-names");

  /** Variable against a second start of the program, in a process that outlives a killed first. */
  private static final Map<String, String> ONE_PROCESS = Map.of("GEMINI_CLI_NO_RELAUNCH", "true");

  private final Path systemPolicies;

  GeminiCli() {
    this(SYSTEM_POLICIES);
  }

  /** Creates a CLI with another place of the machine's own policies. */
  GeminiCli(Path systemPolicies) {
    this.systemPolicies = systemPolicies;
  }

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public String description() {
    return "a Gemini model, through the Gemini CLI";
  }

  @Override
  public String program() {
    return "gemini";
  }

  @Override
  public String installHint() {
    return "install the Gemini CLI (npm install -g @google/gemini-cli)";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(AUTH);
  }

  /** Returns false, because it counts tokens, not money. */
  @Override
  public boolean reportsCost(Config settings) {
    return false;
  }

  @Override
  public Set<String> environment() {
    return Set.of("GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL");
  }

  @Override
  public boolean needsLogin(Config settings) {
    return settings.get(AUTH).equals(API_KEY_AUTH);
  }

  @Override
  public Optional<LoginFile> login() {
    String path = ".gemini/oauth_creds.json";
    return Optional.of(new LoginFile(HOME + "/" + path, "GEMINI_CLI_HOME", path, path));
  }

  @Override
  public List<String> probe() {
    return List.of("--help");
  }

  @Override
  public Map<String, String> probeEnvironment() {
    return ONE_PROCESS;
  }

  /**
   * Makes "@path" inert, because Gemini CLI puts the contents of such a file into the prompt,
   * outside the section that marks a stranger's text as data. The full-width sign looks the same to
   * a model; {@link #read} turns it back.
   */
  @Override
  public String inert(String text) {
    return text.replace('@', '＠');
  }

  private static String restored(String text) {
    return text.replace('＠', '@');
  }

  @Override
  public CodingCli.Call call(CodingCli.Run run) throws LlmException {
    for (String flag : NEEDED) {
      if (!run.probe().contains(flag)) {
        throw LlmException.setup(
            "this Gemini CLI does not know "
                + flag
                + ", so it cannot be fenced; install a newer one");
      }
    }
    if (Files.exists(systemPolicies)) {
      throw LlmException.setup(
          "the policies in "
              + systemPolicies
              + " would go before the fence of sbp; remove them or choose another llm.backend");
    }
    SequencedMap<String, String> files = new LinkedHashMap<>();
    files.put(HOME + "/.gemini/settings.json", settings(run));
    files.put(POLICY, policy(run));
    files.put(SYSTEM_PROMPT, run.systemPrompt() + "\n");
    List<String> arguments =
        List.of(
            "-p",
            "",
            "-o",
            "json",
            // Without a model it asks another one which to take.
            "-m",
            run.model().orElse(DEFAULT_MODEL),
            "--skip-trust",
            "--approval-mode",
            "default",
            "-e",
            "none",
            "--allowed-mcp-server-names",
            run.server().map(ToolServer::name).orElse("none"),
            "--admin-policy",
            run.support().resolve(POLICY).toString());
    return new CodingCli.Call(arguments, variables(run), files);
  }

  private static String policy(CodingCli.Run run) throws LlmException {
    if (run.server().isPresent()) {
      return GeminiPolicy.forServer(run.server().get().name());
    }
    return run.withTools() ? GeminiPolicy.forTools(run) : GeminiPolicy.NOTHING;
  }

  private static Map<String, String> variables(CodingCli.Run run) {
    String home = run.support().resolve(HOME).toString();
    Map<String, String> variables = new HashMap<>();
    variables.put("HOME", home);
    // Empty takes it away: it would lead back into the account's home.
    variables.put("XDG_CONFIG_HOME", "");
    variables.put("GEMINI_CLI_HOME", home);
    variables.putAll(ONE_PROCESS);
    variables.put("GEMINI_SYSTEM_MD", run.support().resolve(SYSTEM_PROMPT).toString());
    if (run.hasLogin()) {
      // Without the first it waits for a browser when the login is no longer good.
      variables.put("NO_BROWSER", "true");
      variables.put("GEMINI_API_KEY", "");
      variables.put("GOOGLE_GEMINI_BASE_URL", "");
    }
    return variables;
  }

  private static String settings(CodingCli.Run run) {
    String auth = run.hasLogin() ? LOGIN_AUTH : run.request().settings().get(AUTH);
    boolean hasTools = run.withTools() || run.server().isPresent();
    int turns = hasTools ? MAX_TOOLS_TURNS : MAX_ANSWER_TURNS;
    JsonObject.Builder servers = JsonObject.builder();
    run.server().ifPresent(server -> servers.put(server.name(), server(server)));
    return JsonWriter.file(
        JsonObject.builder()
            .put("mcpServers", servers.build())
            .put("security", object("auth", object("selectedType", auth)))
            // A .env file in any folder above could send the key elsewhere.
            .put("advanced", JsonObject.builder().put("ignoreLocalEnv", true).build())
            .put(
                "general",
                JsonObject.builder()
                    .put("enableAutoUpdate", false)
                    .put("enableAutoUpdateNotification", false)
                    .put("maxAttempts", MAX_ATTEMPTS)
                    .build())
            .put("privacy", JsonObject.builder().put("usageStatisticsEnabled", false).build())
            .put("model", JsonObject.builder().put("maxSessionTurns", turns).build())
            .build());
  }

  private static JsonObject server(ToolServer server) {
    JsonObject.Builder environment = JsonObject.builder();
    server.environment().forEach(environment::put);
    return JsonObject.builder()
        .put("command", server.command().getFirst())
        .put("args", JsonArray.ofStrings(server.command().subList(1, server.command().size())))
        .put("env", environment.build())
        .put("trust", true)
        .build();
  }

  private static JsonObject object(String name, String value) {
    return JsonObject.builder().put(name, value).build();
  }

  private static JsonObject object(String name, JsonObject value) {
    return JsonObject.builder().put(name, value).build();
  }

  @Override
  public CodingCli.Reply read(CodingCli.Run run, CodingCli.ProcessResult outcome)
      throws LlmException {
    GeminiResult result = GeminiResult.of(outcome);
    return new CodingCli.Reply(restored(result.text()), result.usage(), result.refusals());
  }
}
