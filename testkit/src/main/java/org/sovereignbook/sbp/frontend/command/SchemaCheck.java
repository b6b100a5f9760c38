package org.sovereignbook.sbp.frontend.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Checks documents against the subset of JSON Schema that the declarations use. Stricter than the
 * standard in one point: a member that no schema names is an error, so that none goes undeclared.
 */
public record SchemaCheck(JsonObject definitions) {
  private static final String REFERENCE = "#/$defs/";
  private static final Set<String> KEYWORDS =
      Set.of(
          "type",
          "required",
          "properties",
          "additionalProperties",
          "items",
          "enum",
          "const",
          "anyOf",
          "$ref",
          "format",
          "pattern",
          "description");

  /** Returns the faults of the document, each with its place; none when it fits. */
  public List<String> problems(JsonObject schema, JsonValue document) {
    List<String> problems = new ArrayList<>();
    check(schema, document, "$", problems);
    return problems;
  }

  /** Keywords that this check does not know, anywhere in the schema, and dangling references. */
  public Set<String> unknownKeywords(JsonObject schema) {
    Set<String> unknown = new TreeSet<>(schema.members().keySet());
    unknown.removeAll(KEYWORDS);
    schema
        .string("$ref")
        .filter(reference -> definition(reference).equals(JsonObject.empty()))
        .ifPresent(unknown::add);
    schema
        .object("properties")
        .ifPresent(
            properties ->
                properties
                    .members()
                    .values()
                    .forEach(below -> unknown.addAll(unknownKeywords((JsonObject) below))));
    schema.object("items").ifPresent(below -> unknown.addAll(unknownKeywords(below)));
    schema
        .array("anyOf")
        .ifPresent(any -> any.objects().forEach(below -> unknown.addAll(unknownKeywords(below))));
    return unknown;
  }

  private JsonObject definition(String reference) {
    return definitions.object(reference.substring(REFERENCE.length())).orElseGet(JsonObject::empty);
  }

  private void check(JsonObject schema, JsonValue value, String at, List<String> problems) {
    schema.string("$ref").ifPresent(reference -> check(definition(reference), value, at, problems));
    schema.array("anyOf").ifPresent(any -> checkAny(any.objects(), value, at, problems));
    schema
        .array("enum")
        .filter(words -> !words.values().contains(value))
        .ifPresent(words -> problems.add(at + ": " + value + " is none of " + words));
    schema
        .get("const")
        .filter(constant -> !constant.equals(value))
        .ifPresent(constant -> problems.add(at + ": " + value + " is not " + constant));
    if (!types(schema).isEmpty() && !types(schema).contains(type(value))) {
      problems.add(at + ": " + value + " is not of type " + types(schema));
    }
    switch (value) {
      case JsonString(String text) -> checkText(schema, text, at, problems);
      case JsonArray(List<JsonValue> values) ->
          schema
              .object("items")
              .ifPresent(
                  items -> {
                    for (int i = 0; i < values.size(); i++) {
                      check(items, values.get(i), at + "[" + i + "]", problems);
                    }
                  });
      case JsonObject object -> checkMembers(schema, object, at, problems);
      default -> {}
    }
  }

  private void checkAny(
      List<JsonObject> schemas, JsonValue value, String at, List<String> problems) {
    List<String> all = new ArrayList<>();
    for (JsonObject schema : schemas) {
      List<String> of = new ArrayList<>();
      check(schema, value, at, of);
      if (of.isEmpty()) {
        return;
      }
      all.add(String.join("; ", of));
    }
    problems.add(at + ": fits none: " + String.join(" | ", all));
  }

  private static void checkText(JsonObject schema, String text, String at, List<String> problems) {
    schema
        .string("pattern")
        .filter(pattern -> !Pattern.compile(pattern).matcher(text).find())
        .ifPresent(pattern -> problems.add(at + ": " + text + " does not match " + pattern));
    if (schema.string("format").filter("date-time"::equals).isPresent()) {
      try {
        Timestamp.parse(text);
      } catch (IllegalArgumentException e) {
        problems.add(at + ": " + text + " is no time");
      }
    }
  }

  private void checkMembers(
      JsonObject schema, JsonObject object, String at, List<String> problems) {
    if (schema.has("$ref") || schema.has("anyOf")) {
      return;
    }
    schema
        .array("required")
        .flatMap(JsonArray::strings)
        .ifPresent(
            names ->
                names.stream()
                    .filter(name -> !object.has(name))
                    .forEach(name -> problems.add(at + ": " + name + " is missing")));
    JsonObject declared = schema.object("properties").orElseGet(JsonObject::empty);
    object
        .members()
        .forEach(
            (name, member) -> {
              String below = at + "." + name;
              if (declared.object(name).isPresent()) {
                check(declared.object(name).get(), member, below, problems);
              } else if (schema.object("additionalProperties").isPresent()) {
                check(schema.object("additionalProperties").get(), member, below, problems);
              } else if (!schema.bool("additionalProperties").orElse(false)
                  && !isSizeOfCut(name, object)) {
                problems.add(below + " is not declared");
              }
            });
  }

  /** A list cuts long texts, and says the size of each beside it. */
  private static boolean isSizeOfCut(String name, JsonObject object) {
    return name.endsWith("_bytes")
        && object
            .string(name.substring(0, name.length() - "_bytes".length()))
            .filter(text -> text.endsWith("…"))
            .isPresent();
  }

  private static List<String> types(JsonObject schema) {
    return schema
        .string("type")
        .map(List::of)
        .or(() -> schema.array("type").flatMap(JsonArray::strings))
        .orElseGet(List::of);
  }

  private static String type(JsonValue value) {
    return switch (value) {
      case JsonObject _ -> "object";
      case JsonArray _ -> "array";
      case JsonString _ -> "string";
      case JsonInteger _ -> "integer";
      case JsonDecimal _ -> "number";
      case JsonBoolean _ -> "boolean";
      case JsonNull _ -> "null";
    };
  }
}
