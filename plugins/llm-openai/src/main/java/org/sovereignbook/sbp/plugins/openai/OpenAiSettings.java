package org.sovereignbook.sbp.plugins.openai;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * Section {@code llm.openai}.
 *
 * @param endpoint where completions are requested
 * @param keyVariable the name of the environment variable with the key; empty for none
 * @param key its value; never printed
 * @param keyHeader the header in which it is sent; empty for those of the preset
 * @param retries how often a request without an answer is repeated
 * @param contextTokens the size of the model's context, when it is known
 * @param keepAlive how long Ollama keeps the model in memory
 * @param silence how long a reply may pause once it has begun
 * @param request further members of the request, such as {@code temperature}
 */
record OpenAiSettings(
    Preset preset,
    URI endpoint,
    String model,
    String keyVariable,
    Optional<String> key,
    String keyHeader,
    int retries,
    Preset.ResponseFormat responseFormat,
    String maxTokensMember,
    OptionalInt contextTokens,
    String keepAlive,
    Duration silence,
    JsonObject request) {
  private static final Set<String> OUR_MEMBERS =
      Set.of("model", "messages", "response_format", "stream", "tools", "n", "format");

  private static final String AUTHORIZATION = "Authorization";
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** Headers that the client itself sends, and those that no request may set. */
  private static final Set<String> CONNECTION =
      Set.of(
          "accept",
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "te",
          "transfer-encoding",
          "upgrade");

  /** Ollama's own default cuts prompts at 4,096 tokens, without a word. */
  private static final int OLLAMA_CONTEXT_TOKENS = 32_768;

  private static final Setting<Preset> PRESET =
      Setting.oneOf("preset", Preset.OPENAI, "the defaults of the rest", Preset.values());

  private static final Setting<String> MODEL =
      Setting.text(
          "model",
          "",
          "the model; a prefix that repeats the preset, such as `flock/`, is left out");

  private static final Setting<String> BASE_URL =
      Setting.text("base_url", "", "the address up to `/v1`; of Ollama the server's")
          .withoutDefault();

  private static final Setting<String> KEY_VARIABLE =
      Setting.text(
              "key_variable",
              "",
              "the name of the environment variable with the key; empty for none. A server on this"
                  + " machine is asked without a key when the variable is not set")
          .withoutDefault();

  private static final Setting<String> KEY_HEADER =
      Setting.text(
              "key_header",
              "",
              name -> HEADER.matcher(name).matches() && !CONNECTION.contains(lower(name)),
              "the name of a header, such as x-api-key",
              "the only header in which the key is sent; `Authorization` as `Bearer KEY`, any other"
                  + " as it is")
          .withoutDefault();

  private static final Setting<Integer> RETRIES =
      Setting.integer(
              "retries",
              0,
              0,
              10,
              "how often a request is sent again that the service did not answer, or answered with"
                  + " 408, 409, 425, 429 or 5xx; 3 for `flock`, else 0")
          .withoutDefault();

  private static final Setting<Preset.ResponseFormat> RESPONSE_FORMAT =
      Setting.oneOf(
              "response_format",
              Preset.ResponseFormat.NONE,
              "`json_schema`: the service holds the model to the schema; `json_object`: to some"
                  + " object; `none`: the prompt must do",
              Preset.ResponseFormat.values())
          .withoutDefault();

  private static final Setting<String> MAX_TOKENS_MEMBER =
      Setting.text(
              "max_tokens_member", "", "how the service calls the limit of `llm.max_output_tokens`")
          .withoutDefault();

  private static final Setting<JsonObject> REQUEST =
      Setting.object("request", "further members of the request, such as `{\"temperature\": 0.2}`");

  private static final Setting<Integer> CONTEXT_TOKENS =
      Setting.integer(
              "context_tokens",
              OLLAMA_CONTEXT_TOKENS,
              2_048,
              10_000_000,
              "the size of the model's context; Ollama is asked for that much, or for 32,768")
          .withoutDefault();

  private static final Setting<String> KEEP_ALIVE =
      Setting.text(
          "keep_alive",
          "5m",
          value -> value.matches("-?[0-9]+(ms|s|m|h)?"),
          "a duration such as 30s, 5m or 24h; -1 is for ever",
          "how long Ollama keeps the model in memory after a call");

  private static final Setting<Duration> SILENCE =
      Setting.duration(
          "silence_seconds",
          60,
          1,
          86_400,
          "how long an answer may pause once its first byte has come; before that,"
              + " `llm.timeout_seconds` counts alone");

  static final Settings ALL =
      Settings.of(
              PRESET,
              MODEL,
              BASE_URL,
              KEY_VARIABLE,
              KEY_HEADER,
              RETRIES,
              RESPONSE_FORMAT,
              MAX_TOKENS_MEMBER,
              CONTEXT_TOKENS,
              KEEP_ALIVE,
              SILENCE,
              REQUEST)
          .withRule(OpenAiSettings::request);

  /**
   * Reads the section.
   *
   * @param environment the operator's
   * @throws LlmException when the model or the key is missing, or the key would travel in the open
   */
  static OpenAiSettings from(Config settings, Map<String, String> environment) throws LlmException {
    Preset preset = settings.get(PRESET);
    URI endpoint = endpoint(settings, preset, environment);
    String keyVariable = keyVariable(settings);
    Optional<String> key =
        Optional.ofNullable(environment.get(keyVariable)).filter(value -> !value.isBlank());
    checkKey(endpoint, keyVariable, key);
    return new OpenAiSettings(
        preset,
        endpoint,
        model(settings, preset),
        keyVariable,
        key.map(String::strip),
        settings.find(KEY_HEADER).orElse(""),
        settings.find(RETRIES).orElse(preset.retries()),
        settings.find(RESPONSE_FORMAT).orElse(preset.responseFormat()),
        settings.find(MAX_TOKENS_MEMBER).orElse(preset.maxTokensMember()),
        contextTokens(settings),
        settings.get(KEEP_ALIVE),
        settings.get(SILENCE),
        request(settings));
  }

  /** Returns the service that is asked: the preset's name. */
  static String service(Config settings) {
    return settings.get(PRESET).toString();
  }

  /** Returns the name of the variable with the key; empty for none. */
  static String keyVariable(Config settings) {
    return settings.find(KEY_VARIABLE).orElse(settings.get(PRESET).keyVariable());
  }

  /** Returns the size of the model's context, when it is known. */
  static OptionalInt contextTokens(Config settings) {
    int usual = settings.get(PRESET) == Preset.OLLAMA ? OLLAMA_CONTEXT_TOKENS : 0;
    int tokens = settings.find(CONTEXT_TOKENS).orElse(usual);
    return tokens == 0 ? OptionalInt.empty() : OptionalInt.of(tokens);
  }

  /** Returns a copy for a model with a smaller context. */
  OpenAiSettings within(int tokens) {
    return contextTokens.isPresent() && contextTokens.getAsInt() <= tokens
        ? this
        : new OpenAiSettings(
            preset,
            endpoint,
            model,
            keyVariable,
            key,
            keyHeader,
            retries,
            responseFormat,
            maxTokensMember,
            OptionalInt.of(tokens),
            keepAlive,
            silence,
            request);
  }

  /** Returns the URI at which Ollama describes a model. */
  URI show() {
    return URI.create(endpoint.toString().replaceFirst("/chat$", "/show"));
  }

  /** Returns whether Ollama is asked by its own interface, which lets the context be set. */
  boolean isOllama() {
    return preset == Preset.OLLAMA;
  }

  /** Returns whether requests carry a key. */
  boolean usesKey() {
    return key.isPresent();
  }

  /** Returns whether the service works without a key: Ollama, and servers on this machine. */
  boolean needsNoKey() {
    return isOllama() || isLoopback(endpoint.getHost());
  }

  /** Returns the URI of the service's list of models. */
  URI models() {
    return URI.create(
        isOllama()
            ? endpoint.toString().replaceFirst("/chat$", "/tags")
            : endpoint.toString().replaceFirst("/chat/completions$", "/models"));
  }

  /** Adds the key to a request. */
  HttpRequest.Builder authorize(HttpRequest.Builder request) {
    for (String value : key.stream().toList()) {
      List<String> headers = keyHeader.isEmpty() ? preset.keyHeaders() : List.of(keyHeader);
      headers.forEach(
          name ->
              request.header(
                  name, lower(name).equals(lower(AUTHORIZATION)) ? "Bearer " + value : value));
    }
    return request;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static void checkKey(URI endpoint, String keyVariable, Optional<String> key)
      throws LlmException {
    boolean local = isLoopback(endpoint.getHost());
    if (key.isEmpty() && !keyVariable.isEmpty() && !local) {
      throw LlmException.setup(
          "the environment variable "
              + keyVariable
              + " (llm.openai.key_variable) with the key is not set where this runs");
    }
    if (key.isPresent() && !local && !"https".equals(endpoint.getScheme())) {
      throw LlmException.setup(
          "the key would go to " + endpoint + " in the open; llm.openai.base_url must be https");
    }
  }

  private static URI endpoint(Config settings, Preset preset, Map<String, String> environment) {
    String fromEnvironment = environment.getOrDefault(preset.baseUrlVariable(), "");
    String usual = fromEnvironment.isBlank() ? preset.baseUrl() : fromEnvironment.strip();
    String base = settings.find(BASE_URL).orElse(usual).replaceAll("/+$", "");
    // Ollama's address was one with `/v1` when it was asked by that interface.
    String chat =
        preset == Preset.OLLAMA
            ? base.replaceFirst("/(v1|api)$", "") + "/api/chat"
            : base + "/chat/completions";
    try {
      URI uri = URI.create(chat);
      boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
      if (web && uri.getHost() != null && uri.getUserInfo() == null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw settings.wrong(BASE_URL.key(), "an address like https://api.example.com/v1");
    }
    throw settings.wrong(BASE_URL.key(), "an address like https://api.example.com/v1");
  }

  /** Returns the model's name without the service's: AGENT-STACK writes {@code flock/qwen3}. */
  private static String model(Config settings, Preset preset) throws LlmException {
    String model = settings.get(MODEL);
    if (model.isBlank()) {
      throw LlmException.setup("which model? Set llm.openai.model");
    }
    String prefix = preset + "/";
    for (Preset other : List.of(Preset.FLOCK, Preset.OLLAMA)) {
      if (other != preset && model.startsWith(other + "/")) {
        throw settings.wrong(
            MODEL.key(),
            "a model of %s, which is the preset; %s is one of %s".formatted(preset, model, other));
      }
    }
    return model.startsWith(prefix) ? model.substring(prefix.length()) : model;
  }

  private static JsonObject request(Config settings) {
    JsonObject request = settings.find(REQUEST).orElse(JsonObject.empty());
    if (request.members().keySet().stream().anyMatch(OUR_MEMBERS::contains)) {
      throw settings.wrong(REQUEST.key(), "no member of " + OUR_MEMBERS.stream().sorted().toList());
    }
    return request;
  }

  private static boolean isLoopback(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    // A name is never looked up: an attacker's name server could answer with a local address.
    boolean literal = host.startsWith("[") || host.matches("[0-9.]+");
    try {
      return literal && InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return "OpenAiSettings[" + endpoint + ", " + model + "]";
  }
}
