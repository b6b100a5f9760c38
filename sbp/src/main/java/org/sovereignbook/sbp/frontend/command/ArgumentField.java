package org.sovereignbook.sbp.frontend.command;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Field of a command that an option or parameter sets, so that a typed value can be given without a
 * command line.
 *
 * @param path from the command through its mixins to the field
 * @param split the pattern at which one given text becomes several values; empty for none
 */
public record ArgumentField(List<Field> path, String split) {

  /** Returns the field of an argument; empty for one that cannot be given a value. */
  static Optional<ArgumentField> of(ArgSpec arg, Object command) {
    return arg.userObject() instanceof Field field && arg.group() == null
        ? path(command.getClass(), field)
            .map(path -> new ArgumentField(path, arg.splitRegex()))
            .filter(found -> isKnown(found.type()))
        : Optional.empty();
  }

  private static Optional<List<Field>> path(Class<?> type, Field field) {
    if (field.getDeclaringClass().isAssignableFrom(type)) {
      return Optional.of(List.of(field));
    }
    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
      for (Field mixin : each.getDeclaredFields()) {
        if (mixin.isAnnotationPresent(Mixin.class)) {
          Optional<List<Field>> within = path(mixin.getType(), field);
          if (within.isPresent()) {
            List<Field> path = new ArrayList<>(List.of(mixin));
            path.addAll(within.get());
            return Optional.of(path);
          }
        }
      }
    }
    return Optional.empty();
  }

  private Field field() {
    return path.getLast();
  }

  /** The type of one value. */
  private Class<?> type() {
    Type type = field().getGenericType();
    Type one =
        type instanceof ParameterizedType wrapped ? wrapped.getActualTypeArguments()[0] : type;
    return one instanceof Class<?> simple ? simple : Object.class;
  }

  private static boolean isKnown(Class<?> type) {
    return type == String.class
        || type == Endpoint.class
        || type == boolean.class
        || type == Boolean.class
        || type.isEnum()
        || ValueKind.isWholeNumber(type);
  }

  /**
   * Sets the field of a command.
   *
   * @param values at least one of String, Long and Boolean
   * @throws IllegalArgumentException when a text is not valid for the field's type
   */
  void set(Object command, List<Object> values) {
    List<Object> typed =
        values.stream().flatMap(value -> parts(value).stream()).map(this::typed).toList();
    try {
      Object owner = command;
      for (Field mixin : path.subList(0, path.size() - 1)) {
        mixin.setAccessible(true);
        owner = mixin.get(owner);
      }
      field().setAccessible(true);
      field().set(owner, wrapped(typed));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot set " + field(), e);
    }
  }

  private List<?> parts(Object value) {
    return value instanceof String text && !split.isEmpty()
        ? Arrays.asList(text.split(split, -1))
        : List.of(value);
  }

  private Object wrapped(List<Object> typed) {
    Class<?> raw = field().getType();
    if (raw == List.class) {
      return new ArrayList<>(typed);
    }
    return raw == Optional.class ? Optional.of(typed.getFirst()) : typed.getFirst();
  }

  private Object typed(Object value) {
    Class<?> type = type();
    if (value instanceof Long number) {
      return type == int.class || type == Integer.class ? (Object) number.intValue() : number;
    }
    if (value instanceof String text) {
      return type == Endpoint.class
          ? Endpoint.parse(text)
          : type.isEnum() ? constant(type, text) : text;
    }
    return value;
  }

  private static Object constant(Class<?> type, String word) {
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> Words.spelled((Enum<?>) one).equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(word));
  }
}
