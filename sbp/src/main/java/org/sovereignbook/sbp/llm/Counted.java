package org.sovereignbook.sbp.llm;

/** Numbers with their noun. */
final class Counted {
  private Counted() {}

  static String of(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
