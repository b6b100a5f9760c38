package org.sovereignbook.sbp.base.json;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The JSON Schemas of {@linkplain Shape shapes}. Types that carry {@link Shape.Def} become
 * references, and are collected. Not thread-safe.
 */
public final class JsonSchema {
  private enum Kind {
    FULL,
    STRICT,
    BRIEF
  }

  private final Kind kind;
  private final TreeMap<String, JsonObject> definitions = new TreeMap<>();

  /** Number of records around the present one. */
  private int depth;

  private JsonSchema(Kind kind) {
    this.kind = kind;
  }

  /** Creates schemas for documents that are described to programs. */
  public JsonSchema() {
    this(Kind.FULL);
  }

  /**
   * Creates a schema as model providers require it: every member is required, an optional one may
   * be null, no others are allowed, and there are no references.
   */
  public static JsonObject strict(Class<? extends Record> shape) {
    return new JsonSchema(Kind.STRICT).of(shape);
  }

  /**
   * Creates short schemas: an object within an object has no members listed, words are texts, and
   * there are no references.
   */
  public static JsonSchema brief() {
    return new JsonSchema(Kind.BRIEF);
  }

  private boolean strict() {
    return kind == Kind.STRICT;
  }

  /**
   * Returns the schema of a record or of any type that a component of one can have; for several
   * types, any of them.
   */
  public JsonObject of(Class<?>... types) {
    if (types.length == 1) {
      return schema(types[0]);
    }
    return JsonObject.builder()
        .put("anyOf", JsonArray.of(Stream.of(types).map(this::schema).toList()))
        .build();
  }

  /** Returns the referenced definitions of the schemas so far, by name. */
  public JsonObject definitions() {
    JsonObject.Builder json = JsonObject.builder();
    definitions.forEach(json::put);
    return json.build();
  }

  private JsonObject schema(Type type) {
    Class<?> raw = ShapeReader.raw(type);
    Shape.Def def = (raw == Instant.class ? UtcTime.class : raw).getAnnotation(Shape.Def.class);
    if (def == null || kind != Kind.FULL) {
      return plain(type, raw);
    }
    if (!definitions.containsKey(def.value())) {
      // Named before it is described: it may refer to itself.
      definitions.put(def.value(), JsonObject.empty());
      definitions.put(def.value(), described(plain(type, raw), def));
    }
    return JsonObject.empty().with("$ref", "#/$defs/" + def.value());
  }

  private static JsonObject described(JsonObject schema, Shape.Def def) {
    JsonObject.Builder json = JsonObject.builder();
    schema.members().forEach(json::put);
    return json.putIfPresent("pattern", text(def.pattern()))
        .putIfPresent("format", text(def.format()))
        .putIfPresent("description", text(def.description()))
        .build();
  }

  private static Optional<String> text(String text) {
    return Optional.of(text).filter(given -> !given.isEmpty());
  }

  private JsonObject plain(Type type, Class<?> raw) {
    if (raw == String.class || ShapeReader.isText(raw) || raw == Instant.class) {
      return typed("string");
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return typed("boolean");
    }
    if (raw == double.class
        || raw == Double.class
        || raw == BigDecimal.class
        || raw == JsonDecimal.class) {
      return typed("number");
    }
    if (raw.isPrimitive() || Number.class.isAssignableFrom(raw)) {
      return typed("integer");
    }
    if (raw.isEnum() && kind == Kind.BRIEF) {
      return typed("string");
    }
    if (raw.isEnum()) {
      JsonObject words = strict() ? typed("string") : JsonObject.empty();
      return words.with("enum", JsonArray.ofStrings(Words.all(raw)));
    }
    if (raw == JsonValue.class) {
      return JsonObject.empty();
    }
    if (raw == JsonObject.class) {
      JsonObject any = typed("object");
      return kind == Kind.BRIEF ? any : any.with("additionalProperties", true);
    }
    if (raw == JsonArray.class) {
      return typed("array");
    }
    if (JsonTexts.class.isAssignableFrom(raw)) {
      return typed("array").with("items", typed("string"));
    }
    if (Collection.class.isAssignableFrom(raw)) {
      return typed("array").with("items", schema(ShapeReader.argument(type, 0)));
    }
    if (Map.class.isAssignableFrom(raw)) {
      return typed("object").with("additionalProperties", orNull(ShapeReader.argument(type, 1)));
    }
    return object(raw.asSubclass(Record.class));
  }

  private JsonObject object(Class<? extends Record> type) {
    if (kind == Kind.BRIEF && depth > 0) {
      return typed("object");
    }
    depth++;
    try {
      return whole(type);
    } finally {
      depth--;
    }
  }

  private JsonObject whole(Class<? extends Record> type) {
    JsonObject.Builder properties = JsonObject.builder();
    List<String> required = new ArrayList<>();
    boolean open = members(type, properties, required);
    JsonArray names = JsonArray.ofStrings(required);
    if (strict()) {
      return typed("object")
          .with("properties", properties.build())
          .with("required", names)
          .with("additionalProperties", false);
    }
    JsonObject json =
        required.isEmpty() ? typed("object") : typed("object").with("required", names);
    return (open ? json.with("additionalProperties", true) : json)
        .with("properties", properties.build());
  }

  /** Adds the members of a record in its order; says whether there may be others. */
  private boolean members(
      Class<? extends Record> type, JsonObject.Builder properties, List<String> required) {
    JsonObject.Builder all = JsonObject.builder();
    List<String> requiredOfAll = new ArrayList<>();
    boolean open = add(type, all, requiredOfAll);
    JsonObject ordered = Shape.of(type).ordered(all.build());
    ordered.members().forEach(properties::put);
    ordered.members().keySet().stream().filter(requiredOfAll::contains).forEach(required::add);
    return open;
  }

  private boolean add(
      Class<? extends Record> type, JsonObject.Builder properties, List<String> required) {
    boolean open = false;
    for (Shape.Member member : Shape.of(type).members()) {
      Class<?> raw = ShapeReader.raw(member.type());
      boolean maybe = raw == Optional.class;
      if (member.inline() && raw == JsonObject.class) {
        open = true;
      } else if (member.inline()) {
        Class<?> inner = maybe ? ShapeReader.raw(ShapeReader.argument(member.type(), 0)) : raw;
        List<String> requiredThere = new ArrayList<>();
        open |= members(inner.asSubclass(Record.class), properties, requiredThere);
        required.addAll(maybe ? List.of() : requiredThere);
      } else {
        Type of = maybe && !strict() ? ShapeReader.argument(member.type(), 0) : member.type();
        properties.put(member.name(), strict() ? orNull(of) : schema(of));
        if (!maybe || strict()) {
          required.add(member.name());
        }
      }
    }
    return open;
  }

  /** Returns the schema of a type; an Optional is null where it is empty. */
  private JsonObject orNull(Type type) {
    if (ShapeReader.raw(type) != Optional.class) {
      return schema(type);
    }
    JsonObject there = schema(ShapeReader.argument(type, 0));
    return there.string("type").isPresent() && !there.has("enum")
        ? there.with(
            "type", JsonArray.ofStrings(List.of(there.string("type").orElseThrow(), "null")))
        : JsonObject.empty().with("anyOf", JsonArray.of(there, typed("null")));
  }

  private static JsonObject typed(String type) {
    return JsonObject.empty().with("type", type);
  }
}
