package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import java.util.function.Predicate;

/** Names for files that must replace nothing. */
public final class FreeName {
  private FreeName() {}

  /**
   * Returns the path itself or, while that is taken, {@code name-2.json}, {@code name-3.json} and
   * so on.
   *
   * @param isTaken also marks a path as taken, when several names are chosen at once
   */
  public static Path of(Path wanted, Predicate<Path> isTaken) {
    String name = wanted.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String stem = dot < 0 ? name : name.substring(0, dot);
    String suffix = dot < 0 ? "" : name.substring(dot);
    Path free = wanted;
    for (int i = 2; isTaken.test(free); i++) {
      free = wanted.resolveSibling(stem + "-" + i + suffix);
    }
    return free;
  }
}
