package org.sovereignbook.sbp.json;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the constants of an enum are spelled wherever people and programs meet them: in lower case,
 * but for an enum that has a spelling of its own.
 */
public final class Words {
  private Words() {}

  /** The word of a constant; an enum's {@code toString} may return just this. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The constant that is spelled so, if there is one. */
  public static <E extends Enum<E>> Optional<E> find(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> spelled(constant).equals(word))
        .findFirst();
  }

  /** All words of an enum in its order. */
  public static List<String> all(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> spelled((Enum<?>) constant))
        .toList();
  }

  /** As {@link #of}, or as the enum's own {@code toString} says. */
  public static String spelled(Enum<?> constant) {
    String own = constant.toString();
    return own.equals(constant.name()) ? of(constant) : own;
  }
}
