package org.sovereignbook.sbp.plugins.openai;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * The published rules of chat completions and of strict structured outputs: names, roles, types and
 * sizes. The service of the tests answers 400 to a request that breaks one.
 */
final class PublishedRules {
  private static final Set<String> MEMBERS =
      Set.of(
          "model",
          "messages",
          "max_tokens",
          "max_completion_tokens",
          "stream",
          "stream_options",
          "tools",
          "response_format",
          "temperature",
          "top_p",
          "seed",
          "reasoning_effort",
          "service_tier",
          "user",
          "options");

  private static final Set<String> OLLAMA_MEMBERS =
      Set.of("model", "messages", "tools", "think", "format", "options", "stream", "keep_alive");

  private static final Set<String> ROLES =
      Set.of("developer", "system", "user", "assistant", "tool");
  private static final Set<String> FORMATS = Set.of("text", "json_object", "json_schema");

  /** Keywords that strict mode supports. */
  private static final Set<String> KEYWORDS =
      Set.of(
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "enum",
          "const",
          "anyOf",
          "$ref",
          "$defs",
          "description",
          "title",
          "pattern",
          "format",
          "minimum",
          "maximum",
          "multipleOf",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "minItems",
          "maxItems");

  private static final int MAX_TOOLS = 128;
  private static final int MAX_DEPTH = 10;
  private static final int MAX_PROPERTIES = 5_000;
  private static final int MAX_ENUM_VALUES = 1_000;
  private static final int MAX_SCHEMA_CHARACTERS = 120_000;
  private static final int MAX_CONTENT_CHARACTERS = 1_048_576;

  private final List<String> broken = new ArrayList<>();
  private int properties;

  private PublishedRules() {}

  /** Returns the rules that a request breaks. */
  static List<String> brokenBy(String body) {
    PublishedRules rules = new PublishedRules();
    try {
      if (JsonReader.file(body.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject request) {
        rules.request(request);
      } else {
        rules.broken.add("the body is no object");
      }
    } catch (MalformedJson e) {
      rules.broken.add("the body is no JSON: " + e.getMessage());
    }
    return rules.broken;
  }

  /** Returns the rules of Ollama's own interface that a request breaks. */
  static List<String> brokenForOllama(String body) {
    PublishedRules rules = new PublishedRules();
    try {
      rules.ollama((JsonObject) JsonReader.file(body.getBytes(StandardCharsets.UTF_8)));
    } catch (MalformedJson e) {
      rules.broken.add("the body is no JSON: " + e.getMessage());
    }
    return rules.broken;
  }

  private void ollama(JsonObject request) {
    Set<String> unknown = new TreeSet<>(request.members().keySet());
    unknown.removeAll(OLLAMA_MEMBERS);
    require(unknown.isEmpty(), "members that Ollama ignores: " + unknown);
    require(
        request.object("options").flatMap(it -> it.get("num_ctx")).isPresent(),
        "without options.num_ctx the prompt is cut silently");
    for (JsonObject message : request.array("messages").map(JsonArray::objects).orElseThrow()) {
      require(ROLES.contains(message.string("role").orElse("")), "an unknown role");
      require(message.string("content").isPresent(), "content is a string");
      require(
          !message.string("role").orElse("").equals("tool") || message.has("tool_name"),
          "a result names its tool");
      for (JsonObject call :
          message.array("tool_calls").map(JsonArray::objects).orElse(List.of())) {
        require(
            call.object("function").flatMap(it -> it.object("arguments")).isPresent(),
            "arguments are an object");
      }
    }
    request.array("tools").ifPresent(this::tools);
  }

  private void require(boolean holds, String rule) {
    if (!holds) {
      broken.add(rule);
    }
  }

  private void request(JsonObject request) {
    Set<String> unknown = new TreeSet<>(request.members().keySet());
    unknown.removeAll(MEMBERS);
    require(unknown.isEmpty(), "unrecognized request arguments: " + unknown);
    require(!request.string("model").orElse("").isBlank(), "you must provide a model parameter");
    for (String limit : List.of("max_tokens", "max_completion_tokens")) {
      require(
          !request.has(limit) || request.integer(limit).orElse(0) > 0, limit + " is at least 1");
    }
    require(
        !(request.has("max_tokens") && request.has("max_completion_tokens")),
        "max_tokens and max_completion_tokens exclude each other");
    List<JsonObject> messages = request.array("messages").map(JsonArray::objects).orElse(List.of());
    require(!messages.isEmpty(), "messages is not empty");
    messages.forEach(this::message);
    pairs(messages);
    request.array("tools").ifPresent(this::tools);
    require(
        !request.has("stream_options") || request.bool("stream").orElse(false),
        "stream_options is allowed with a stream only");
    request.object("response_format").ifPresent(this::format);
  }

  private void message(JsonObject message) {
    String role = message.string("role").orElse("");
    require(ROLES.contains(role), "an unknown role");
    List<JsonObject> calls = message.array("tool_calls").map(JsonArray::objects).orElse(List.of());
    require(calls.isEmpty() || role.equals("assistant"), "only an assistant calls tools");
    require(!message.has("tool_calls") || !calls.isEmpty(), "tool_calls is too short");
    String content = message.string("content").orElse("");
    require(!content.isBlank() || !calls.isEmpty(), "content is not empty");
    require(content.length() <= MAX_CONTENT_CHARACTERS, "string_above_max_length");
    for (JsonObject call : calls) {
      require(call.string("type").orElse("").equals("function"), "a call's type is function");
      require(
          call.string("id").orElse("").matches("[A-Za-z0-9]{9}"),
          "an id of a call has 9 letters and digits, as Mistral wants");
      JsonObject function = call.object("function").orElse(JsonObject.empty());
      name(function);
      require(isObject(function.string("arguments").orElse("")), "arguments are JSON in a string");
    }
  }

  private static boolean isObject(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject;
    } catch (MalformedJson e) {
      return false;
    }
  }

  /** Each call is answered once, before anything else is said. */
  private void pairs(List<JsonObject> messages) {
    Set<String> open = new TreeSet<>();
    Set<String> known = new TreeSet<>();
    for (JsonObject message : messages) {
      if (message.string("role").orElse("").equals("tool")) {
        require(
            open.remove(message.string("tool_call_id").orElse("")),
            "a message of the role tool answers a preceding call");
        continue;
      }
      require(open.isEmpty(), "an assistant's tool_calls must be followed by their results");
      for (JsonObject call :
          message.array("tool_calls").map(JsonArray::objects).orElse(List.of())) {
        String id = call.string("id").orElse("");
        require(known.add(id), "the id of a call is used twice");
        open.add(id);
      }
    }
    require(open.isEmpty(), "an assistant's tool_calls must be followed by their results");
  }

  private void tools(JsonArray tools) {
    require(!tools.values().isEmpty() && tools.values().size() <= MAX_TOOLS, "1 to 128 tools");
    for (JsonObject tool : tools.objects()) {
      require(tool.string("type").orElse("").equals("function"), "a tool's type is function");
      JsonObject function = tool.object("function").orElse(JsonObject.empty());
      name(function);
      require(
          function
              .object("parameters")
              .flatMap(schema -> schema.string("type"))
              .equals(java.util.Optional.of("object")),
          "a tool's parameters are an object");
    }
  }

  private void name(JsonObject function) {
    require(
        function.string("name").orElse("").matches("[A-Za-z0-9_-]{1,64}"),
        "a function's name has 1 to 64 letters, digits, _ and -");
  }

  private void format(JsonObject format) {
    require(FORMATS.contains(format.string("type").orElse("")), "an unknown response_format");
    if (format.string("type").orElse("").equals("json_schema")) {
      JsonObject named = format.object("json_schema").orElse(JsonObject.empty());
      String name = named.string("name").orElse("");
      require(
          name.matches("[A-Za-z0-9_-]{1,64}"),
          "json_schema.name does not match ^[a-zA-Z0-9_-]{1,64}$: " + name);
      JsonObject schema = named.object("schema").orElse(JsonObject.empty());
      require(
          schema.string("type").orElse("").equals("object") && !schema.has("anyOf"),
          "the root is an object");
      require(schema.toString().length() <= MAX_SCHEMA_CHARACTERS, "the schema is too long");
      if (named.bool("strict").orElse(false)) {
        schema(schema, 1);
        require(properties <= MAX_PROPERTIES, "too many properties");
      }
    }
  }

  private void schema(JsonObject schema, int depth) {
    require(depth <= MAX_DEPTH, "nested deeper than " + MAX_DEPTH);
    Set<String> unknown = new TreeSet<>(schema.members().keySet());
    unknown.removeAll(KEYWORDS);
    require(unknown.isEmpty(), "keywords that are not permitted: " + unknown);
    require(
        schema.array("enum").map(all -> all.values().size()).orElse(0) <= MAX_ENUM_VALUES,
        "too many values of an enum");
    JsonObject own = schema.object("properties").orElse(JsonObject.empty());
    if (schema.string("type").orElse("").equals("object")) {
      properties += own.members().size();
      require(
          schema.bool("additionalProperties").equals(java.util.Optional.of(false)),
          "additionalProperties is false");
      Set<String> required = new TreeSet<>();
      schema.array("required").ifPresent(all -> all.values().forEach(it -> required.add(text(it))));
      require(required.equals(new TreeSet<>(own.members().keySet())), "every property is required");
    }
    own.members().values().forEach(each -> below(each, depth + 1));
    schema.object("items").ifPresent(items -> schema(items, depth + 1));
    schema.array("anyOf").ifPresent(all -> all.objects().forEach(one -> schema(one, depth)));
    schema
        .object("$defs")
        .ifPresent(all -> all.members().values().forEach(each -> below(each, depth)));
  }

  private void below(JsonValue value, int depth) {
    if (value instanceof JsonObject object) {
      schema(object, depth);
    }
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString string ? string.value() : "";
  }
}
