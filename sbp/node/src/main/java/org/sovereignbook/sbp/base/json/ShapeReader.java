package org.sovereignbook.sbp.base.json;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads JSON objects as records, strictly or less so. */
enum ShapeReader {
  /** Like {@link Shape#read}. */
  OWN,
  /** Like {@link Shape#readExactly}. */
  EXACT,
  /** Like {@link Shape#readWhatFits}. */
  FORGIVING;

  <T extends Record> T read(Shape<T> shape, JsonObject json) {
    Set<String> known = new HashSet<>();
    T record = read(shape, json, known);
    if (this == EXACT) {
      json.members().keySet().stream()
          .filter(name -> !known.contains(name) && json.members().get(name) != JsonNull.INSTANCE)
          .findFirst()
          .ifPresent(
              name -> {
                throw Misfit.unknown(name);
              });
    }
    return record;
  }

  private <T extends Record> T read(Shape<T> shape, JsonObject json, Set<String> known) {
    List<Shape.Member> members = shape.members();
    Object[] values = new Object[members.size()];
    for (int i = 0; i < values.length; i++) {
      Shape.Member member = members.get(i);
      if (member.inline()) {
        values[i] = inline(member, json, known);
      } else {
        known.add(member.name());
        values[i] = member(member, json.members().get(member.name()));
      }
    }
    return shape.of(values);
  }

  private Object inline(Shape.Member member, JsonObject json, Set<String> known) {
    if (member.type() == JsonObject.class) {
      JsonObject others = json.without(known.toArray(String[]::new));
      known.addAll(others.members().keySet());
      return others;
    }
    return read(Shape.of(((Class<?>) member.type()).asSubclass(Record.class)), json, known);
  }

  private Object member(Shape.Member member, @Nullable JsonValue value) {
    if (value == null || value == JsonNull.INSTANCE) {
      return absent(member);
    }
    try {
      return member.isOptional()
          ? optional(member.type(), value, member.name())
          : value(member.type(), value, member.name());
    } catch (Misfit e) {
      if (this == FORGIVING) {
        return absent(member);
      }
      throw e;
    }
  }

  private Object absent(Shape.Member member) {
    Class<?> type = raw(member.type());
    if (member.isOptional()) {
      return Optional.empty();
    }
    if (this == EXACT) {
      throw Misfit.missing(member.name());
    }
    if (type == int.class) {
      return 0;
    }
    if (type == long.class) {
      return 0L;
    }
    if (type == boolean.class) {
      return false;
    }
    if (Map.class.isAssignableFrom(type)) {
      return map(member.type(), JsonObject.empty());
    }
    if (Iterable.class.isAssignableFrom(type)) {
      return elements(member.type(), new JsonArray(List.of()), member.name());
    }
    throw Misfit.missing(member.name());
  }

  private Object value(Type type, JsonValue value, String name) {
    Class<?> raw = raw(type);
    if (raw == String.class) {
      return text(value, name);
    }
    if (raw == int.class || raw == Integer.class) {
      return (int) whole(value, name, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (raw == long.class || raw == Long.class) {
      return whole(value, name, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (raw == double.class || raw == Double.class || raw == BigDecimal.class) {
      BigDecimal number = number(value, name);
      return raw == BigDecimal.class ? number : (Object) number.doubleValue();
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return ((JsonBoolean) of(JsonBoolean.class, value, name, "true or false")).value();
    }
    if (JsonValue.class.isAssignableFrom(raw)) {
      return of(raw, value, name, raw == JsonObject.class ? "an object" : "an array");
    }
    if (raw.isEnum() || isText(raw) || raw == Instant.class) {
      return spelled(raw, text(value, name), name);
    }
    if (Iterable.class.isAssignableFrom(raw)) {
      return elements(type, (JsonArray) of(JsonArray.class, value, name, arrayOf(type)), name);
    }
    JsonObject object = (JsonObject) of(JsonObject.class, value, name, "an object");
    try {
      return Map.class.isAssignableFrom(raw) ? map(type, object) : record(raw, object);
    } catch (Misfit e) {
      throw e.within(name);
    }
  }

  private Record record(Class<?> type, JsonObject json) {
    return read(Shape.of(type.asSubclass(Record.class)), json);
  }

  private Object elements(Type type, JsonArray array, String name) {
    Type of = argument(type, 0);
    boolean objects = Record.class.isAssignableFrom(raw(of)) && !isText(raw(of));
    List<Object> elements = new ArrayList<>(array.values().size());
    for (JsonValue value : array.values()) {
      if (raw(of) == String.class && !(value instanceof JsonString) && this != FORGIVING) {
        throw Misfit.otherType(name, arrayOf(type));
      }
      keepFitting(
          () ->
              elements.add(
                  objects
                      ? element(raw(of), value, elements.size(), name)
                      : value(of, value, name)));
    }
    return Set.class.isAssignableFrom(raw(type)) ? new LinkedHashSet<>(elements) : elements;
  }

  private Record element(Class<?> type, JsonValue value, int index, String name) {
    try {
      if (value instanceof JsonObject object) {
        return record(type, object);
      }
      throw Misfit.of("is not an object");
    } catch (Misfit e) {
      throw e.within(index).within(name);
    }
  }

  private Object map(Type type, JsonObject json) {
    Type keys = argument(type, 0);
    Type values = argument(type, 1);
    Map<Object, Object> map =
        SortedMap.class.isAssignableFrom(raw(type)) ? new TreeMap<>() : new LinkedHashMap<>();
    json.members()
        .forEach(
            (key, value) ->
                keepFitting(
                    () ->
                        map.put(
                            raw(keys) == String.class ? key : spelled(raw(keys), key, "member"),
                            raw(values) == Optional.class
                                ? optional(values, value, key)
                                : value(values, value, key))));
    return map;
  }

  private void keepFitting(Runnable addition) {
    try {
      addition.run();
    } catch (Misfit e) {
      if (this != FORGIVING) {
        throw e;
      }
    }
  }

  private Optional<Object> optional(Type type, @Nullable JsonValue value, String name) {
    return value == null || value == JsonNull.INSTANCE
        ? Optional.empty()
        : Optional.of(value(argument(type, 0), value, name));
  }

  private static String text(JsonValue value, String name) {
    return ((JsonString) of(JsonString.class, value, name, "text")).value();
  }

  private static long whole(JsonValue value, String name, long least, long most) {
    String expected = "a whole number";
    long number = JsonInteger.of(value).orElseThrow(() -> Misfit.otherType(name, expected)).value();
    if (number < least || number > most) {
      throw Misfit.otherType(name, expected + " up to " + most);
    }
    return number;
  }

  private static BigDecimal number(JsonValue value, String name) {
    return value instanceof JsonInteger(long whole)
        ? BigDecimal.valueOf(whole)
        : ((JsonDecimal) of(JsonDecimal.class, value, name, "a number")).value();
  }

  private static Object of(Class<?> type, JsonValue value, String name, String expected) {
    if (!type.isInstance(value)) {
      throw Misfit.otherType(name, expected);
    }
    return value;
  }

  static boolean isText(Class<?> type) {
    return JsonText.class.isAssignableFrom(type);
  }

  /** Returns the constant or value with this spelling. */
  static Object spelled(Class<?> type, String text, String name) {
    if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        if (Words.spelled((Enum<?>) constant).equals(text)) {
          return constant;
        }
      }
      throw Misfit.text(name, text, ", which is none of " + String.join(", ", Words.all(type)));
    }
    Class<?> parser = type == Instant.class ? UtcTime.class : type;
    try {
      return parser.getMethod("parse", String.class).invoke(parser, text);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw Misfit.text(name, text, ": " + refused.getMessage());
      }
      throw new IllegalStateException("cannot read a " + type, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " has no public static parse(String)", e);
    }
  }

  private static String arrayOf(Type type) {
    return raw(argument(type, 0)) == String.class ? "an array of texts" : "an array";
  }

  static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
  }

  static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }
}
