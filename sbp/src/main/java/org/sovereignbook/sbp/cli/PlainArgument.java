package org.sovereignbook.sbp.cli;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Subcommand;

/**
 * An option or a parameter of a plain command line, from a row of {@link PlainTable}.
 *
 * @param names an option's names; empty for a parameter
 * @param path the field that holds it: {@code ^} for each class above the command's, then its name;
 *     for a field of a mixin, the mixin's name and a slash before it
 * @param type a simple name of the JDK's, {@code flag}, or an enum of the program's
 * @param wrap {@code ?} for an Optional, {@code *} for a List, else empty
 */
record PlainArgument(
    List<String> names,
    String path,
    String type,
    String wrap,
    boolean isRequired,
    long min,
    long max) {
  static final String FLAG = "flag";
  static final String ROOT = "org.sovereignbook.sbp.";

  /** The most digits that certainly fit into a long. */
  private static final int MOST_DIGITS = 18;

  static PlainArgument flag(String name) {
    return new PlainArgument(List.of(name), name, FLAG, "", false, 0, 0);
  }

  static PlainArgument text(String name) {
    return new PlainArgument(List.of(name), name, "String", "", false, 0, 0);
  }

  /** Parses its text in the table: {@code --fence=fence=Long=?=1=}. */
  static PlainArgument parse(String text) {
    List<String> parts = PlainTable.split(text, '=');
    String marks = parts.get(3);
    return new PlainArgument(
        PlainTable.split(parts.get(0), ','),
        parts.get(1),
        parts.get(2),
        marks.replace("!", ""),
        marks.endsWith("!"),
        parts.get(4).isEmpty() ? Long.MIN_VALUE : Long.parseLong(parts.get(4)),
        parts.get(5).isEmpty() ? Long.MAX_VALUE : Long.parseLong(parts.get(5)));
  }

  boolean isOption() {
    return !names.getFirst().isEmpty();
  }

  boolean isCalled(String word) {
    return names.contains(word);
  }

  boolean isFlag() {
    return type.equals(FLAG);
  }

  boolean isList() {
    return wrap.equals("*");
  }

  /**
   * Sets the command's field from these words.
   *
   * @return whether the words were valid
   */
  boolean set(Subcommand command, List<String> words) {
    List<Object> values = new ArrayList<>();
    for (String word : words) {
      Optional<Object> value = value(word);
      if (value.isEmpty()) {
        return false;
      }
      values.add(value.get());
    }
    Object value = values.getFirst();
    try {
      set(command, path, isList() ? values : wrap.isEmpty() ? value : Optional.of(value));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no " + path + " in " + command.getClass(), e);
    }
    return true;
  }

  private Optional<Object> value(String word) {
    return switch (type) {
      case FLAG -> Optional.of(true);
      case "String" -> Optional.of(word);
      case "Path" -> Optional.of(Path.of(word));
      case "int" -> number(word).filter(it -> it == it.intValue()).map(Long::intValue);
      case "long" -> number(word).map(it -> it);
      default -> constant(word);
    };
  }

  private Optional<Long> number(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) < '0' || word.charAt(i) > '9') {
        return Optional.empty();
      }
    }
    if (word.length() > MOST_DIGITS || (word.length() > 1 && word.charAt(0) == '0')) {
      return Optional.empty();
    }
    return Optional.of(Long.valueOf(word)).filter(number -> number >= min && number <= max);
  }

  private Optional<Object> constant(String word) {
    try {
      for (Object one : Class.forName(ROOT + type).getEnumConstants()) {
        if (one.toString().equalsIgnoreCase(word)
            || ((Enum<?>) one).name().equalsIgnoreCase(word)) {
          return Optional.of(one);
        }
      }
      return Optional.empty();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void set(Object target, String path, Object value)
      throws ReflectiveOperationException {
    int slash = path.indexOf('/');
    if (slash >= 0) {
      set(field(target, path.substring(0, slash)).get(target), path.substring(slash + 1), value);
    } else {
      field(target, path).set(target, value);
    }
  }

  private static Field field(Object target, String name) throws NoSuchFieldException {
    Class<?> type = target.getClass();
    int above = 0;
    for (; name.charAt(above) == '^'; above++) {
      type = type.getSuperclass();
    }
    Field field = type.getDeclaredField(name.substring(above));
    field.setAccessible(true);
    return field;
  }
}
