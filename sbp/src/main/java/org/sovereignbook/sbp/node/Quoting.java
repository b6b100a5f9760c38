package org.sovereignbook.sbp.node;

/** Puts a path into the languages of shells, service managers and XML. */
public final class Quoting {
  private Quoting() {}

  /** One word of a POSIX shell. */
  public static String shell(String text) {
    return text.matches("[A-Za-z0-9_./:@+-]+") ? text : quoted(text);
  }

  /** One word of a POSIX shell, in quotes whatever it is. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** Quotes one word for fish, where a backslash counts within quotes. */
  public static String fish(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** A value of a systemd unit that is not split into words. */
  public static String systemd(String text) {
    return text.replace("%", "%%");
  }

  /** One word of a systemd command line. */
  public static String systemdWord(String text) {
    return '"' + systemd(text).replace("\\", "\\\\").replace("\"", "\\\"").replace("$", "$$") + '"';
  }

  public static String xml(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
