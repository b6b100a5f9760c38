package org.sovereignbook.sbp.cli.completion;

/** Texts as words of a shell's source. */
final class Quoted {
  private Quoted() {}

  /** For bash and zsh. */
  static String posix(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  static String fish(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
