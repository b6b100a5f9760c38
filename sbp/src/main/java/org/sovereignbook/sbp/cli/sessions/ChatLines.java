package org.sovereignbook.sbp.cli.sessions;

import java.util.List;
import java.util.regex.Pattern;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/**
 * Lines that are typed in a chat: a message goes on in the next line after a backslash at its end,
 * and as long as a code fence is open.
 */
final class ChatLines implements Parser {
  private static final String CONTINUES = "\\";
  private static final Pattern FENCE = Pattern.compile("(?m)^\\s*```");
  private static final Pattern CONTINUED = Pattern.compile("\\\\\n");

  /** A whole line as one word, which is all that completion of commands needs. */
  private record Line(String line, int cursor) implements CompletingParsedLine {
    @Override
    public String word() {
      return line;
    }

    @Override
    public int wordCursor() {
      return cursor;
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(line);
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return cursor;
    }

    @Override
    public int rawWordLength() {
      return line.length();
    }
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && !isComplete(line)) {
      throw new EOFError(-1, cursor, "the message goes on");
    }
    return new Line(line, cursor);
  }

  /** Returns whether nothing more belongs to the message. */
  static boolean isComplete(String line) {
    return !line.endsWith(CONTINUES) && FENCE.matcher(line).results().count() % 2 == 0;
  }

  /** Returns the message that was typed. */
  static String text(String typed) {
    return CONTINUED.matcher(typed).replaceAll("\n").strip();
  }
}
