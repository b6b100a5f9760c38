package org.sovereignbook.sbp.plugins.opencode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;
import org.sovereignbook.sbp.model.llm.cli.LoginFile;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;

/**
 * OpenCode, called without a person present (IMPLEMENTATION §2). Its own default permits a shell
 * and falls back to a hosted model, so every run brings a whole configuration: one provider, and
 * every tool denied but, in tools mode, reading the working directory and writing the one output.
 * Measured with 1.18.33; version 2 has other permissions and is refused.
 */
final class OpenCodeCli implements CodingCli {
  static final Setting<String> BASE_URL =
      Setting.text(
          "base_url",
          "",
          "the address of any server that speaks OpenAI's chat completions, up to `/v1`; the"
              + " provider may have any name then");

  private static final Setting<String> KEY_VARIABLE =
      Setting.text(
          "key_variable",
          "",
          name -> name.isEmpty() || name.matches("[A-Za-z_][A-Za-z0-9_]*"),
          "the name of an environment variable",
          "the name of the environment variable with the provider's key");

  private static final String NEW_HOME = "home";

  private static final Setting<String> HOME =
      Setting.text(
          "home",
          "",
          "home folder with a login of OpenCode, which then keeps its sessions, prompts included;"
              + " empty for a new one for each run");

  private static final Pattern VERSION = Pattern.compile("(?m)^1\\.\\d+\\.\\d+");
  private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9._-]+/[^\\s]+");
  private static final String OFF = "1";

  @Override
  public String name() {
    return "opencode";
  }

  @Override
  public String description() {
    return "the model that llm.opencode.model names, through the OpenCode CLI";
  }

  @Override
  public String program() {
    return "opencode";
  }

  @Override
  public String installHint() {
    return "install OpenCode (npm install -g opencode-ai)";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(BASE_URL, KEY_VARIABLE, HOME);
  }

  /** Returns whether it reports costs; it computes them only for models whose prices it knows. */
  @Override
  public boolean reportsCost(Config settings) {
    return false;
  }

  @Override
  public Set<String> environment(Config settings) {
    return keyVariable(settings).map(Set::of).orElse(Set.of());
  }

  /** Returns whether a login is needed; a server of the operator's own may need none. */
  @Override
  public boolean needsLogin(Config settings) {
    return keyVariable(settings).isPresent() || settings.get(BASE_URL).isEmpty();
  }

  @Override
  public Optional<LoginFile> login() {
    String path = "opencode/auth.json";
    return Optional.of(
        new LoginFile("data/" + path, "XDG_DATA_HOME", path, ".local/share/" + path));
  }

  @Override
  public List<String> probe() {
    return List.of("--version");
  }

  @Override
  public CodingCli.Call call(CodingCli.Run run) throws LlmException {
    if (!VERSION.matcher(run.probe()).find()) {
      throw LlmException.setup(
          "this is no OpenCode of version 1, whose permissions sbp knows; install 1.18.33 (npm"
              + " install -g opencode-ai@1.18.33)");
    }
    // Without one OpenCode would send everything to a hosted model of its own choice.
    String model =
        run.model()
            .filter(name -> MODEL.matcher(name).matches())
            .orElseThrow(
                () ->
                    LlmException.setup(
                        "set llm.opencode.model to PROVIDER/MODEL, such as"
                            + " anthropic/claude-sonnet-4-5"));
    return new CodingCli.Call(
        List.of(
            "run",
            "--format",
            "json",
            "--title",
            "sbp",
            "--agent",
            OpenCodeConfig.AGENT,
            "-m",
            model),
        variables(run, model));
  }

  private static Map<String, String> variables(CodingCli.Run run, String model) {
    Map<String, String> variables = new HashMap<>();
    variables.put("OPENCODE_CONFIG_CONTENT", JsonWriter.compact(OpenCodeConfig.of(run, model)));
    for (String unwanted :
        List.of(
            "OPENCODE_DISABLE_PROJECT_CONFIG",
            "OPENCODE_PURE",
            "OPENCODE_DISABLE_DEFAULT_PLUGINS",
            "OPENCODE_DISABLE_EXTERNAL_SKILLS",
            "OPENCODE_DISABLE_CLAUDE_CODE",
            "OPENCODE_DISABLE_AUTOUPDATE",
            "OPENCODE_DISABLE_AUTOCOMPACT",
            "OPENCODE_DISABLE_MODELS_FETCH",
            "OPENCODE_DISABLE_LSP_DOWNLOAD",
            "OPENCODE_DISABLE_SHARE",
            "OPENCODE_DISABLE_TERMINAL_TITLE",
            "OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER")) {
      variables.put(unwanted, OFF);
    }
    if (run.hasLogin()) {
      // They are what knows the logins that are no plain key.
      variables.put("OPENCODE_DISABLE_DEFAULT_PLUGINS", "");
    }
    // It installs a package into its configuration folder at every start, in the background.
    variables.put("npm_config_offline", "true");
    String home = run.request().settings().get(HOME);
    if (home.isEmpty()) {
      variables.put("HOME", run.support().resolve(NEW_HOME).toString());
      variables.put("XDG_CONFIG_HOME", run.support().resolve("config").toString());
      variables.put("XDG_DATA_HOME", run.support().resolve("data").toString());
      variables.put("XDG_STATE_HOME", run.support().resolve("state").toString());
      variables.put("XDG_CACHE_HOME", run.support().resolve("cache").toString());
    } else {
      variables.put("HOME", home);
    }
    return variables;
  }

  /**
   * Returns the name of the variable with the key; the key itself is never in the configuration.
   */
  static Optional<String> keyVariable(Config settings) {
    return Optional.of(settings.get(KEY_VARIABLE)).filter(name -> !name.isEmpty());
  }

  @Override
  public CodingCli.Reply read(CodingCli.Run run, CodingCli.ProcessResult outcome)
      throws LlmException {
    OpenCodeEvents events = OpenCodeEvents.of(outcome);
    events.check();
    return new CodingCli.Reply(events.text(), events.usage(), events.refusals());
  }
}
