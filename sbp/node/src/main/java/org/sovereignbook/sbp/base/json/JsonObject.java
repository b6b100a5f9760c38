package org.sovereignbook.sbp.base.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * A JSON object: immutable, in insertion order, equal by members whatever their order.
 *
 * <p>Unknown members stay (PROTOCOL.md §1). A typed read is empty when the member is absent or has
 * another type.
 */
public final class JsonObject implements JsonValue {

  private static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>());

  private final SequencedMap<String, JsonValue> members;

  private JsonObject(SequencedMap<String, JsonValue> owned) {
    this.members = Collections.unmodifiableSequencedMap(owned);
  }

  public static JsonObject empty() {
    return EMPTY;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Returns all members in insertion order; unmodifiable. */
  public SequencedMap<String, JsonValue> members() {
    return members;
  }

  public boolean has(String name) {
    return members.containsKey(name);
  }

  public Optional<JsonValue> get(String name) {
    return Optional.ofNullable(members.get(name));
  }

  public Optional<String> string(String name) {
    return members.get(name) instanceof JsonString(String value)
        ? Optional.of(value)
        : Optional.empty();
  }

  public OptionalLong integer(String name) {
    return members.get(name) instanceof JsonInteger(long value)
        ? OptionalLong.of(value)
        : OptionalLong.empty();
  }

  /** Returns an integer or a decimal, as the nearest double. */
  public OptionalDouble number(String name) {
    JsonValue member = members.get(name);
    if (member instanceof JsonInteger(long value)) {
      return OptionalDouble.of((double) value);
    }
    return member instanceof JsonDecimal decimal
        ? OptionalDouble.of(decimal.doubleValue())
        : OptionalDouble.empty();
  }

  public Optional<Boolean> bool(String name) {
    return members.get(name) instanceof JsonBoolean(boolean value)
        ? Optional.of(value)
        : Optional.empty();
  }

  /**
   * Returns the string member as a parser reads it; empty also when the parser refuses it with an
   * IllegalArgumentException.
   */
  public <T> Optional<T> parsed(String name, Function<String, T> parser) {
    try {
      return string(name).map(parser);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public Optional<JsonObject> object(String name) {
    return members.get(name) instanceof JsonObject value ? Optional.of(value) : Optional.empty();
  }

  public Optional<JsonArray> array(String name) {
    return members.get(name) instanceof JsonArray value ? Optional.of(value) : Optional.empty();
  }

  /** Returns a copy with the member replaced in its place, or appended when it was absent. */
  public JsonObject with(String name, JsonValue value) {
    return new Builder(members).put(name, value).build();
  }

  public JsonObject with(String name, String value) {
    return with(name, new JsonString(value));
  }

  public JsonObject with(String name, long value) {
    return with(name, new JsonInteger(value));
  }

  public JsonObject with(String name, boolean value) {
    return with(name, new JsonBoolean(value));
  }

  /** Returns a copy without these members; some may be absent. */
  public JsonObject without(String... names) {
    LinkedHashMap<String, JsonValue> kept = new LinkedHashMap<>(members);
    for (String name : names) {
      kept.remove(name);
    }
    return new JsonObject(kept);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonObject that && members.equals(that.members);
  }

  @Override
  public int hashCode() {
    return members.hashCode();
  }

  /** Returns the compact JSON text. */
  @Override
  public String toString() {
    return JsonWriter.compact(this);
  }

  /** Collects members in order; putting a name again replaces its value. Not thread-safe. */
  public static final class Builder {

    private LinkedHashMap<String, JsonValue> members;

    /** Whether an object has these members, which must not change any more. */
    private boolean isBuilt;

    private Builder() {
      this.members = new LinkedHashMap<>();
    }

    private Builder(SequencedMap<String, JsonValue> start) {
      this.members = new LinkedHashMap<>(start);
    }

    public Builder put(String name, JsonValue value) {
      JsonString.requireWellFormed(name);
      if (isBuilt) {
        members = new LinkedHashMap<>(members);
        isBuilt = false;
      }
      members.put(name, Objects.requireNonNull(value, name));
      return this;
    }

    public Builder put(String name, String value) {
      return put(name, new JsonString(value));
    }

    public Builder put(String name, long value) {
      return put(name, new JsonInteger(value));
    }

    public Builder put(String name, boolean value) {
      return put(name, new JsonBoolean(value));
    }

    public Builder putIfPresent(String name, Optional<String> value) {
      value.ifPresent(text -> put(name, text));
      return this;
    }

    boolean has(String name) {
      return members.containsKey(name);
    }

    /** Returns the object so far; the builder may continue without changing it. */
    public JsonObject build() {
      isBuilt = true;
      return new JsonObject(members);
    }
  }
}
