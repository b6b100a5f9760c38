package org.sovereignbook.sbp.node;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Id, hash or key as a person types it: whole, or its beginning, as in git. A leading folder,
 * scheme or time, which does not distinguish ids, may be left out. So {@code 3f9a} means {@code
 * sha256:3f9a…}, and {@code a3f9} means {@code replies/2026-03-17T142301Z-000417-a3f9-direct}.
 */
public record Abbreviation(String given) {
  /** Number of characters of a hash or a key by which people distinguish it from others. */
  public static final int SHORT_CHARACTERS = 8;

  private static final Pattern LEADS =
      Pattern.compile(
          "([a-z-]+/)?(\\d{4}-\\d\\d-\\d\\d/)?([a-z0-9]+:)?([-0-9]+T[:0-9]+Z-)?(\\d{6}-)?");

  /**
   * Returns the possible meanings, in their order: things of exactly this name if there are any,
   * else things whose name begins so. The caller reports none or several of them to the person.
   */
  public <T> List<T> among(List<T> things) {
    List<T> exact = things.stream().filter(thing -> thing.toString().equals(given)).toList();
    return exact.isEmpty()
        ? things.stream().filter(thing -> begins(thing.toString())).toList()
        : exact;
  }

  /** Returns whether a name begins so; an empty abbreviation matches no name. */
  public boolean begins(String name) {
    if (given.isEmpty()) {
      return false;
    }
    Matcher leads = LEADS.matcher(name);
    return name.startsWith(given)
        || (leads.lookingAt()
            && IntStream.rangeClosed(1, leads.groupCount())
                .anyMatch(part -> leads.end(part) > 0 && name.startsWith(given, leads.end(part))));
  }

  /** Returns the shortest form of a hash, a fingerprint or a key for people. */
  public static String of(Object name) {
    String text = name.toString();
    String telling = text.substring(text.indexOf(':') + 1);
    return telling.substring(0, Math.min(SHORT_CHARACTERS, telling.length()));
  }
}
