package org.sovereignbook.sbp.node;

/** Puts a path into the languages of shells, service managers and XML. */
public final class Quoting {
  private Quoting() {}

  /** Quotes one word for a POSIX shell, if necessary. */
  public static String shell(String text) {
    return text.matches("[A-Za-z0-9_./:@+-]+") ? text : quoted(text);
  }

  /** Quotes one word for a POSIX shell, always. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** Quotes one word for fish, where a backslash counts within quotes. */
  public static String fish(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** Quotes a value of a systemd unit that is not split into words. */
  public static String systemd(String text) {
    return text.replace("%", "%%");
  }

  /** Quotes one word of a systemd command line. */
  public static String systemdWord(String text) {
    return '"' + systemd(text).replace("\\", "\\\\").replace("\"", "\\\"").replace("$", "$$") + '"';
  }

  public static String xml(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
