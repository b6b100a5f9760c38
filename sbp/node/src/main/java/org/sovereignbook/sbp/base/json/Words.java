package org.sovereignbook.sbp.base.json;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Spelling of enum constants for people and programs: in lower case, but for an enum that has a
 * spelling of its own.
 */
public final class Words {
  private Words() {}

  /** Returns the word of a constant; an enum's {@code toString} may return just this. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Works like {@link #of}, with hyphens: {@code peer-list}. */
  public static String hyphenated(Enum<?> constant) {
    return of(constant).replace('_', '-');
  }

  /** Finds the constant with this spelling. */
  public static <E extends Enum<E>> Optional<E> find(Class<E> type, String word) {
    for (E constant : type.getEnumConstants()) {
      if (spelled(constant).equals(word)) {
        return Optional.of(constant);
      }
    }
    return Optional.empty();
  }

  /** Returns all words of an enum in its order. */
  public static List<String> all(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> spelled((Enum<?>) constant))
        .toList();
  }

  /** Works like {@link #of}, or uses the enum's own {@code toString}. */
  public static String spelled(Enum<?> constant) {
    String own = constant.toString();
    return own.equals(constant.name()) ? of(constant) : own;
  }
}
