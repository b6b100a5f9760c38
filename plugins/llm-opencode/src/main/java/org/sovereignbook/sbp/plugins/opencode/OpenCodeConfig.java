package org.sovereignbook.sbp.plugins.opencode;

import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;
import org.sovereignbook.sbp.node.Config;

/** The whole configuration of one run of OpenCode; it goes over any configuration of the user's. */
final class OpenCodeConfig {
  static final String AGENT = "sbp";

  /**
   * Above what any model takes, since a session that nears its limit is summarised by the model.
   */
  private static final int CONTEXT_TOKENS = 2_000_000;

  private static final int START_MILLIS = 60_000;
  private static final String ALLOW = "allow";
  private static final String DENY = "deny";

  private OpenCodeConfig() {}

  /**
   * Returns the configuration.
   *
   * @param model PROVIDER/MODEL
   */
  static JsonObject of(CodingCli.Run run, String model) {
    String provider = model.substring(0, model.indexOf('/'));
    JsonObject.Builder servers = JsonObject.builder();
    run.server().ifPresent(server -> servers.put(server.name(), server(server)));
    return JsonObject.builder()
        .put("mcp", servers.build())
        .put("model", model)
        .put("small_model", model)
        .put("enabled_providers", JsonArray.of(new JsonString(provider)))
        .put("autoupdate", false)
        .put("share", "disabled")
        .put("provider", one(provider, provider(run, model.substring(provider.length() + 1))))
        .put(
            "agent",
            one(
                AGENT,
                JsonObject.builder()
                    .put("description", "one job of sbp")
                    .put("mode", "primary")
                    .put("prompt", run.systemPrompt())
                    .put("permission", permission(run))
                    .build()))
        .put("permission", permission(run))
        .build();
  }

  /**
   * Returns the provider's section: one that OpenCode knows needs only its key; an address makes it
   * any compatible server.
   */
  private static JsonObject provider(CodingCli.Run run, String model) {
    Config settings = run.request().settings();
    String url = settings.get(OpenCodeCli.BASE_URL);
    JsonObject.Builder options = JsonObject.builder();
    OpenCodeCli.keyVariable(settings)
        .ifPresent(name -> options.put("apiKey", "{env:" + name + "}"));
    if (url.isEmpty()) {
      return one("options", options.build());
    }
    JsonObject limit =
        JsonObject.builder()
            .put("context", CONTEXT_TOKENS)
            .put("output", run.request().budget().maxOutputTokens())
            .build();
    JsonObject described =
        JsonObject.builder().put("name", model).put("tool_call", true).put("limit", limit).build();
    return JsonObject.builder()
        .put("npm", "@ai-sdk/openai-compatible")
        .put("name", "llm.opencode.base_url")
        .put("options", options.put("baseURL", url).build())
        .put("models", one(model, described))
        .build();
  }

  /**
   * Returns the rules of permission, of which the last match wins. Paths are relative to the root,
   * since the working directory is in no repository. A question would end the run, so none is
   * asked.
   */
  private static JsonObject permission(CodingCli.Run run) {
    JsonObject.Builder rules = JsonObject.builder().put("*", DENY);
    run.server().ifPresent(server -> rules.put(server.name() + "_*", ALLOW));
    if (!run.withTools()) {
      return rules.build();
    }
    String folder = relativeToRoot(run.scratch().toString());
    return rules
        .put("read", only(folder + "/*"))
        .put("edit", only(folder + "/" + run.request().output().file()))
        .put("external_directory", DENY)
        .build();
  }

  private static JsonObject server(ToolServer server) {
    JsonObject.Builder environment = JsonObject.builder();
    server.environment().forEach(environment::put);
    return JsonObject.builder()
        .put("type", "local")
        .put("command", JsonArray.ofStrings(server.command()))
        .put("environment", environment.build())
        .put("enabled", true)
        .put("timeout", START_MILLIS)
        .build();
  }

  private static JsonObject only(String pattern) {
    return JsonObject.builder().put("*", DENY).put(pattern, ALLOW).build();
  }

  private static String relativeToRoot(String path) {
    return path.replace('\\', '/').replaceFirst("^([A-Za-z]:)?/+", "");
  }

  private static JsonObject one(String name, JsonObject value) {
    return JsonObject.builder().put(name, value).build();
  }
}
