package org.sovereignbook.sbp.plugins.shell;

import java.util.ArrayList;
import java.util.List;

/**
 * Parser for lines in the syntax of a POSIX shell: blanks between words, single and double quotes,
 * backslashes, comments, {@code ;} and {@code &&}, and a tilde for the home folder. Pipes,
 * redirections and jobs are refused; other characters have no special meaning. Not thread-safe.
 */
final class ShellWords {
  private static final String REFUSED = "|&<>";
  private static final String PLAIN = "_./:@%+=,-";
  private static final String ESCAPABLE_IN_QUOTES = "\"\\$`";

  /** A part of a line, with its position. */
  sealed interface Token {
    /** A word without its quotes. */
    record Word(String text, int start, int end) implements Token {}

    /**
     * A separator between two commands.
     *
     * @param ifDone whether the second runs only if the first succeeded
     */
    record Separator(boolean ifDone, int start, int end) implements Token {}
  }

  /** A line that is not a valid list of commands, or not yet. */
  static final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean unfinished;

    SyntaxException(String message, boolean unfinished) {
      super(message);
      this.unfinished = unfinished;
    }

    /** Returns whether a further line may complete it. */
    boolean isUnfinished() {
      return unfinished;
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  private final String line;
  private final String home;
  private final boolean lenient;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private ShellWords(String line, String home, boolean lenient) {
    this.line = line;
    this.home = home;
    this.lenient = lenient;
  }

  /** Returns the words and separators of a whole line. */
  static List<Token> of(String line, String home) throws SyntaxException {
    return new ShellWords(line, home, false).read();
  }

  /** Parses as much as possible: an open quote ends with the line. */
  static List<Token> soFar(String line, String home) {
    try {
      return new ShellWords(line, home, true).read();
    } catch (SyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether a further line may complete this one. */
  static boolean isUnfinished(String line) {
    try {
      of(line, "");
      return false;
    } catch (SyntaxException e) {
      return e.isUnfinished();
    }
  }

  /** Quotes the text as one word that {@link #of} reads back. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              boolean plain = Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0;
              boolean opensWord = quoted.isEmpty();
              if (!plain && !(c == '~' && !opensWord)) {
                quoted.append('\\');
              }
              quoted.appendCodePoint(c);
            });
    return quoted.isEmpty() ? "''" : quoted.toString();
  }

  private List<Token> read() throws SyntaxException {
    while (at < line.length()) {
      char c = line.charAt(at);
      if (c == '\n' || c == ';') {
        tokens.add(new Token.Separator(false, at, ++at));
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (c == '#') {
        skipComment();
      } else if (line.startsWith("&&", at)) {
        tokens.add(new Token.Separator(true, at, at + 2));
        at += 2;
      } else if (line.startsWith("\\\n", at)) {
        at += 2;
      } else if (REFUSED.indexOf(c) >= 0) {
        refuse(c);
      } else {
        tokens.add(word());
      }
    }
    return List.copyOf(tokens);
  }

  private void skipComment() {
    while (at < line.length() && line.charAt(at) != '\n') {
      at++;
    }
  }

  private void refuse(char c) throws SyntaxException {
    if (!lenient) {
      throw new SyntaxException(
          "this shell has no " + c + "; put it in quotes if it is text, or use your own shell",
          false);
    }
    tokens.add(new Token.Separator(false, at, ++at));
  }

  private Token.Word word() throws SyntaxException {
    int start = at;
    StringBuilder text = new StringBuilder(tilde());
    while (at < line.length() && !endsWord(line.charAt(at))) {
      char c = line.charAt(at++);
      switch (c) {
        case '\'' -> quoted(text, '\'');
        case '"' -> quoted(text, '"');
        case '\\' -> escaped(text);
        default -> text.append(c);
      }
    }
    return new Token.Word(text.toString(), start, at);
  }

  private static boolean endsWord(char c) {
    return Character.isWhitespace(c) || c == ';' || REFUSED.indexOf(c) >= 0;
  }

  private String tilde() {
    boolean isHome =
        line.charAt(at) == '~'
            && (at + 1 == line.length()
                || line.charAt(at + 1) == '/'
                || endsWord(line.charAt(at + 1)));
    if (!isHome || home.isEmpty()) {
      return "";
    }
    at++;
    return home;
  }

  private void quoted(StringBuilder text, char quote) throws SyntaxException {
    while (at < line.length()) {
      char c = line.charAt(at++);
      if (c == quote) {
        return;
      }
      boolean escapes =
          quote == '"'
              && c == '\\'
              && at < line.length()
              && ESCAPABLE_IN_QUOTES.indexOf(line.charAt(at)) >= 0;
      text.append(escapes ? line.charAt(at++) : c);
    }
    if (!lenient) {
      throw new SyntaxException("the quote " + quote + " is not closed", true);
    }
  }

  private void escaped(StringBuilder text) throws SyntaxException {
    if (at < line.length()) {
      char c = line.charAt(at++);
      if (c != '\n') {
        text.append(c);
      }
    } else if (!lenient) {
      throw new SyntaxException("nothing follows the last backslash", true);
    }
  }
}
