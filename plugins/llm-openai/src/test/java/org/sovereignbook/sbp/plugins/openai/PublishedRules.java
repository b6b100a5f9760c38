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
          "response_format",
          "temperature",
          "top_p",
          "seed",
          "reasoning_effort",
          "service_tier",
          "user",
          "options");

  private static final Set<String> ROLES = Set.of("developer", "system", "user", "assistant");
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
    request.object("response_format").ifPresent(this::format);
  }

  private void message(JsonObject message) {
    require(ROLES.contains(message.string("role").orElse("")), "an unknown role");
    String content = message.string("content").orElse("");
    require(!content.isBlank(), "content is not empty");
    require(content.length() <= MAX_CONTENT_CHARACTERS, "string_above_max_length");
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
