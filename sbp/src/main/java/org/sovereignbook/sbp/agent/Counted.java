package org.sovereignbook.sbp.agent;

/** Numbers with their noun. */
public final class Counted {
  private Counted() {}

  /** Such as {@code 1 piece} or {@code 2 pieces}. */
  public static String of(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
